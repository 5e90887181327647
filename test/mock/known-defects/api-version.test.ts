/** Azure's `api-version`: read on every path that may have one, and required on the dated ones. */
import { AzureOpenAI } from 'openai'
import { expect, test } from 'vitest'
import { createLlmMock, scenario, text, type LlmMock } from 'msw-llm'

type Rule = 'dated' | 'v1'

interface Path {
  readonly path: string
  readonly method: 'GET' | 'DELETE' | 'POST'
  readonly rule: Rule
  readonly body?: object
}

const azure = 'https://example.openai.azure.com/openai'
const cognitive = 'https://example.cognitiveservices.azure.com/openai'
const foundry = 'https://example.services.ai.azure.com'
const serverless = 'https://mistral.eastus2.models.ai.azure.com'
const model = 'the-model'
const chat = { model, messages: [{ role: 'user', content: 'Hi' }] }
const items = { model, input: 'Hi' }

const paths: readonly Path[] = [
  ...[azure, cognitive].flatMap((base): Path[] => [
    { method: 'POST', path: `${base}/deployments/${model}/chat/completions`, rule: 'dated', body: chat },
    { method: 'POST', path: `${base}/responses`, rule: 'dated', body: items },
    { method: 'POST', path: `${base}/v1/chat/completions`, rule: 'v1', body: chat },
    { method: 'POST', path: `${base}/v1/responses`, rule: 'v1', body: items },
    { method: 'GET', path: `${base}/v1/models`, rule: 'v1' },
  ]),
  { method: 'POST', path: `${serverless}/chat/completions`, rule: 'dated', body: chat },
  { method: 'POST', path: `${foundry}/models/chat/completions`, rule: 'dated', body: chat },
  { method: 'POST', path: `${foundry}/openai/v1/chat/completions`, rule: 'v1', body: chat },
  { method: 'POST', path: `${foundry}/openai/v1/responses`, rule: 'v1', body: items },
  { method: 'GET', path: `${foundry}/openai/v1/models`, rule: 'v1' },
]

/** Under each of them responses are kept. */
const kept: readonly (readonly [base: string, rule: Rule])[] = [
  [`${azure}/responses`, 'dated'],
  [`${azure}/v1/responses`, 'v1'],
  [`${cognitive}/responses`, 'dated'],
  [`${cognitive}/v1/responses`, 'v1'],
  [`${foundry}/openai/v1/responses`, 'v1'],
]

const dates = ['2024-10-21', '2025-04-01-preview']
const malformed = ['', '2024', '2024-13-01', '2024-10-21-beta', 'soon']
const names = ['v1', 'preview', 'latest']

function mockOf(): LlmMock {
  const llm = createLlmMock()
  llm.use(scenario('any', { responses: [text('Hello.')], repeat: 'last' }))
  return llm
}

/** The status, and our code where it is none of success. */
async function ask(llm: LlmMock, { method, path, body }: Omit<Path, 'rule'>, version: string | null): Promise<unknown> {
  const query = version === null ? '' : `?api-version=${encodeURIComponent(version)}`
  const response = await llm.fetch(path + query, {
    method,
    headers: { 'api-key': 'test' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const { error } = (await response.json()) as { error?: { code: string; param?: string; target?: string } | null }
  return error ? [response.status, error.code, error.param ?? error.target] : response.status
}

function expectedOf(rule: Rule, version: string | null): unknown {
  if (version === null) return rule === 'v1' ? 200 : [400, 'missing_api_version', 'api-version']
  const isGood = dates.includes(version) || (rule === 'v1' && names.includes(version))
  return isGood ? 200 : [400, 'invalid_api_version', 'api-version']
}

const versions = [null, ...dates, ...malformed, ...names]

test.for(paths)('$method $path reads its api-version, and the journal tells it', async (path) => {
  const llm = mockOf()
  const came: unknown[] = []
  for (const version of versions) came.push(await ask(llm, path, version))
  expect(came).toEqual(versions.map((version) => expectedOf(path.rule, version)))
  expect(llm.journal.map(({ request }) => request.apiVersion)).toEqual(versions)
  const expectedOutcome = (version: string | null): string =>
    expectedOf(path.rule, version) === 200 ? 'ordinary' : 'rejected'
  expect(llm.journal.map(({ outcome }) => outcome)).toEqual(versions.map(expectedOutcome))
})

for (const method of ['GET', 'DELETE'] as const) {
  test.for(kept)(`${method} %s/{id} reads its api-version before it looks for the response`, async ([base, rule]) => {
    const llm = mockOf()
    const create = async (): Promise<string> => {
      const sent = { method: 'POST', headers: { 'api-key': 'test' }, body: JSON.stringify(items) }
      const response = await llm.fetch(`${base}?api-version=2024-10-21`, sent)
      return ((await response.json()) as { id: string }).id
    }
    const id = await create()
    const bad = versions.filter((version) => expectedOf(rule, version) !== 200)
    const good = versions.filter((version) => expectedOf(rule, version) === 200)
    for (const version of bad) {
      expect(await ask(llm, { method, path: `${base}/${id}` }, version)).toEqual(expectedOf(rule, version))
    }
    // It is still there.
    expect(await ask(llm, { method: 'GET', path: `${base}/${id}` }, '2025-04-01-preview')).toBe(200)
    for (const version of good) {
      expect(await ask(llm, { method, path: `${base}/${await create()}` }, version)).toBe(200)
    }
    const told = llm.journal.filter(({ request }) => request.method === method)
    expect(told.map(({ request }) => request.apiVersion)).toEqual([
      ...bad,
      ...(method === 'GET' ? ['2025-04-01-preview'] : []),
      ...good,
    ])
  })
}

test('AzureOpenAI sends its version with each call of a dated path, and gets what it asks for', async () => {
  const llm = mockOf()
  const client = new AzureOpenAI({
    apiKey: 'test',
    endpoint: 'https://example.openai.azure.com',
    apiVersion: '2025-04-01-preview',
    fetch: llm.fetch,
    dangerouslyAllowBrowser: true,
  })
  const completion = await client.chat.completions.create({ model, messages: [{ role: 'user', content: 'Hi' }] })
  const { id, output_text } = await client.responses.create(items)
  const found = await client.responses.retrieve(id)
  await client.responses.delete(id)
  const gone = await client.responses.retrieve(id).catch((error: { status: number }) => error.status)
  expect([completion.choices[0]?.message.content, output_text, found.output_text, gone]).toEqual([
    'Hello.',
    'Hello.',
    'Hello.',
    404,
  ])
  const version = '2025-04-01-preview'
  expect(llm.journal.map(({ request: { route, apiVersion } }) => [route, apiVersion])).toEqual([
    ['POST /azure-openai/openai/deployments/{deployment}/chat/completions', version],
    ['POST /azure-openai/openai/responses', version],
    ['GET /azure-openai/openai/responses/{id}', version],
    ['DELETE /azure-openai/openai/responses/{id}', version],
    ['GET /azure-openai/openai/responses/{id}', version],
  ])
})
