import { azureOpenai } from 'msw-llm'
import { chat } from '../core/ask.ts'
import { casesOf } from './host-answers.ts'
import { testWire, type WireCase } from './wire.ts'

const routes = azureOpenai({ endpoint: 'https://example.openai.azure.com' }).routes
const [deployment, v1] = routes
const models = routes.find(({ path }) => path === '/openai/v1/models')
const params = { deployment: 'my-gpt' }
const dated = { params, query: '?api-version=2024-10-21' }
const ordinary = { content: 'Hello.' }

/** What the api-version changes. */
const versions: readonly WireCase[] = ['2023-05-15', '2023-07-01-preview'].flatMap((version) =>
  [{}, { stream: true }].map((more) => ({
    name: `version-${version}`,
    response: ordinary,
    route: deployment!,
    params,
    query: `?api-version=${version}`,
    body: chat('Hi', more),
  })),
)

testWire('azure-chat', [
  ...casesOf(deployment!, dated),
  ...versions,
  {
    name: 'named-by-path',
    response: ordinary,
    route: deployment!,
    ...dated,
    body: { messages: [{ role: 'user', content: 'Hi' }] },
  },
  { name: 'v1', response: ordinary, route: v1! },
  { name: 'v1', response: ordinary, route: v1!, body: chat('Hi', { stream: true }) },
  {
    name: 'without-obfuscation',
    response: ordinary,
    route: v1!,
    body: chat('Hi', { stream: true, stream_options: { include_obfuscation: false } }),
  },
  { name: 'models', response: {}, route: models! },
  { name: 'error-401', response: { error: { status: 401 } }, route: v1! },
  { name: 'error-404', response: { error: { status: 404 } }, route: v1! },
  { name: 'error-429', response: { error: { status: 429 } }, route: v1! },
  { name: 'error-500', response: { error: { status: 500 } }, route: v1! },
  { name: 'rejected', response: {}, route: deployment!, params },
])
