import { microsoftFoundry } from 'msw-llm'
import { chat } from '../core/ask.ts'
import { casesOf, usageOptions } from './host-answers.ts'
import { testWire } from './wire.ts'

const endpoint = 'https://example.services.ai.azure.com'
const [serverless, models] = microsoftFoundry({ endpoint }).routes
const [asRecorded] = microsoftFoundry({ endpoint, usage: 'usage-frame' }).routes
const query = '?api-version=2024-05-01-preview'
const ordinary = { content: 'Hello there, friend.' }

testWire('model-inference', [
  ...casesOf(models!, { query }),
  {
    name: 'without-model',
    response: ordinary,
    route: serverless!,
    query,
    body: { messages: [{ role: 'user', content: 'Hi' }] },
  },
  ...Object.entries(usageOptions).map(([option, more]) => ({
    name: `usage-frame-${option}`,
    response: ordinary,
    route: asRecorded!,
    query,
    body: chat('Hi', { stream: true, ...more }),
  })),
  {
    name: 'no-model-name',
    response: {},
    route: models!,
    query,
    body: { messages: [{ role: 'user', content: 'Hi' }] },
  },
  { name: 'error-429', response: { error: { status: 429 } }, route: models!, query },
  { name: 'mismatch', response: { outputDisposition: { kind: 'refused' } }, route: models!, query },
])
