/** `GET /openai/v1/models` of Azure's resources: OpenAI's list, in Azure's white space. */
import { checkApiVersion } from './api-version.ts'
import { encodeAzureError, encodeAzureRejection } from './azure-envelope.ts'
import { azureHeaders } from './azure-headers.ts'
import type { ModelListTraits } from './model-list/index.ts'

export const azureModels: ModelListTraits = {
  encode: ({ models, identity: { created } }) => {
    const data = models.map((id) => ({ created, id, object: 'model', owned_by: 'azure' }))
    return `${JSON.stringify({ data, object: 'list' })}\n`
  },
  checkShape: checkApiVersion,
  encodeRejection: encodeAzureRejection,
  encodeError: encodeAzureError,
  headers: azureHeaders,
}
