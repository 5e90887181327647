/** A null anywhere in a request is taken, or told as the provider tells it, and never an error of ours. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLlmMock, scenario, text, type LlmMock } from 'msw-llm'
import { bodyFor, doors, send, urlOf, type Door, type Format } from '../../support/doors.ts'

const schema = { type: 'object', properties: { city: { type: 'string', enum: ['Oslo', null] } }, required: ['city'] }
const png = 'iVBORw0KGgo='

/** Bodies that name what clients send, nested as they send it. */
const bodies: Readonly<Record<Format, object>> = {
  chat: {
    messages: [
      { role: 'system', content: 'Be brief.' },
      {
        role: 'user',
        name: 'ada',
        content: [
          { type: 'text', text: 'Look' },
          { type: 'image_url', image_url: { url: `data:image/png;base64,${png}`, detail: 'low' } },
          { type: 'input_audio', input_audio: { format: 'wav', data: png } },
          { type: 'file', file: { file_id: 'file_1' } },
        ],
      },
      {
        role: 'assistant',
        content: [{ type: 'text', text: 'A city.' }],
        tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Oslo"}' } }],
      },
      { role: 'tool', tool_call_id: 'call_1', content: [{ type: 'text', text: '4' }] },
      { role: 'assistant', content: null, refusal: 'No.' },
      { role: 'user', content: 'Go on.' },
    ],
    max_completion_tokens: 10,
    temperature: 1,
    top_p: 1,
    stop: ['\n'],
    seed: 1,
    n: 1,
    user: 'ada',
    metadata: { a: 'b' },
    logit_bias: { 50256: -100 },
    tool_choice: { type: 'function', function: { name: 'weather' } },
    parallel_tool_calls: true,
    tools: [{ type: 'function', function: { name: 'weather', description: 'It', parameters: schema, strict: true } }],
    functions: [{ name: 'weather', parameters: schema }],
    function_call: { name: 'weather' },
    response_format: { type: 'json_schema', json_schema: { name: 'city', schema, strict: true } },
  },
  responses: {
    input: [
      { role: 'developer', content: 'Be brief.' },
      {
        type: 'message',
        role: 'user',
        content: [
          { type: 'input_text', text: 'Look' },
          { type: 'input_image', image_url: `data:image/png;base64,${png}`, detail: 'low' },
          { type: 'input_file', file_id: 'file_1' },
        ],
      },
      { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'Hm.' }] },
      { type: 'function_call', call_id: 'call_1', name: 'weather', arguments: '{"city":"Oslo"}', status: 'completed' },
      { type: 'function_call_output', call_id: 'call_1', output: [{ type: 'input_text', text: '4' }] },
      {
        type: 'message',
        id: 'msg_1',
        status: 'completed',
        role: 'assistant',
        content: [{ type: 'output_text', text: 'A city.', annotations: [{ type: 'url_citation' }], logprobs: [] }],
      },
      { role: 'user', content: 'Go on.' },
    ],
    instructions: 'Be kind.',
    max_output_tokens: 10,
    include: ['reasoning.encrypted_content'],
    metadata: { a: 'b' },
    parallel_tool_calls: true,
    reasoning: { effort: 'low', summary: 'auto' },
    store: true,
    temperature: 1,
    text: { verbosity: 'low', format: { type: 'json_schema', name: 'city', schema, strict: true } },
    tool_choice: { type: 'function', name: 'weather' },
    tools: [{ type: 'function', name: 'weather', parameters: schema, strict: true }, { type: 'web_search' }],
    truncation: 'disabled',
  },
  messages: {
    system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral', ttl: '5m' } }],
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look' },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } },
          { type: 'document', source: { type: 'url', url: 'https://example.com/a.pdf' }, citations: { enabled: true } },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm.', signature: 'x' },
          { type: 'tool_use', id: 'toolu_1', name: 'weather', input: { city: 'Oslo', days: [1, 2] } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'toolu_1', is_error: false, content: [{ type: 'text', text: '4' }] },
          { type: 'text', text: 'Go on.', cache_control: { type: 'ephemeral' } },
        ],
      },
    ],
    metadata: { user_id: 'ada' },
    stop_sequences: ['\n'],
    thinking: { type: 'enabled', budget_tokens: 1024 },
    output_config: { effort: 'low', format: { type: 'json_schema', schema } },
    tool_choice: { type: 'auto', disable_parallel_tool_use: true },
    tools: [
      { name: 'weather', description: 'It', input_schema: schema, cache_control: { type: 'ephemeral' } },
      { type: 'web_search_20250305', name: 'web_search', max_uses: 1 },
    ],
    cache_control: { type: 'ephemeral', ttl: '5m' },
  },
  contents: {
    systemInstruction: { parts: [{ text: 'Be brief.' }] },
    contents: [
      {
        role: 'user',
        parts: [{ text: 'Look' }, { inlineData: { mimeType: 'image/png', data: png } }, { fileData: { fileUri: 'x' } }],
      },
      { role: 'model', parts: [{ functionCall: { id: '1', name: 'weather', args: { city: 'Oslo', days: [1, 2] } } }] },
      {
        role: 'user',
        parts: [{ functionResponse: { id: '1', name: 'weather', response: { degrees: [4, { is: 'C' }] } } }],
      },
      { role: 'model', parts: [{ text: 'Hm.', thought: true, thoughtSignature: 'x' }, { text: 'A city.' }] },
      { role: 'user', parts: [{ text: 'Go on.' }] },
    ],
    safetySettings: [{ category: 'HARM_CATEGORY_HATE_SPEECH', threshold: 'BLOCK_NONE' }],
    toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['weather'] } },
    tools: [
      { functionDeclarations: [{ name: 'weather', description: 'It', parameters: schema }] },
      { googleSearch: {} },
    ],
    generationConfig: {
      candidateCount: 1,
      temperature: 1,
      stopSequences: ['\n'],
      responseMimeType: 'application/json',
      responseSchema: schema,
      thinkingConfig: { thinkingBudget: 1, includeThoughts: true },
    },
  },
}

type Path = readonly (string | number)[]

function pathsIn(value: unknown): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [[]]
  const entries: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value)
  return [[], ...entries.flatMap(([key, child]) => pathsIn(child).map((path) => [key, ...path]))]
}

/** A null that has taken the place of an object leaves no place in it. */
function withNull(value: unknown, [key, ...more]: Path): unknown {
  if (key === undefined || value === null) return null
  const copy = Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }
  const fields = copy as Record<string | number, unknown>
  fields[key] = withNull(fields[key], more)
  return copy
}

function mockOf(): LlmMock {
  const llm = createLlmMock({ journal: { maximumEntries: 1 } })
  llm.use(scenario('any', { responses: [text('Fine.')], repeat: 'last' }))
  return llm
}

/** The status, once the whole answer is known to be the provider's. */
async function statusOf(llm: LlmMock, door: Door, body: unknown): Promise<number> {
  const response = await llm.fetch(urlOf(door), {
    method: 'POST',
    headers: { 'extra-parameters': 'pass-through' },
    body: JSON.stringify(body),
  })
  const sent = await response.text()
  const [entry] = llm.journal
  expect(entry!.response.status).toBe(response.status)
  if (response.status === 200) {
    expect([entry!.outcome, entry!.response.code]).toEqual(['ordinary', null])
  } else {
    expect([response.status, entry!.outcome]).toEqual([400, 'rejected'])
    const whole = JSON.parse(sent) as unknown
    const { error } = (Array.isArray(whole) ? whole[0] : whole) as { error: { message: unknown } }
    expect(error.message).toEqual(expect.any(String))
  }
  return response.status
}

function wholeBody(door: Door): Record<string, unknown> {
  return {
    ...bodyFor(door, 'Hi'),
    ...(door.stream && door.format === 'chat' && { stream_options: { include_usage: true } }),
    ...bodies[door.format],
  }
}

test.for(doors)('$name: a body without a null of ours is taken', async (door) => {
  expect(await send(mockOf(), door, wholeBody(door))).toBe('Fine.')
})

test.for(doors)('$name: a null in any one place is 200 or the native 400', async (door) => {
  const llm = mockOf()
  const body = wholeBody(door)
  const statuses = new Set<number>()
  for (const path of pathsIn(body)) statuses.add(await statusOf(llm, door, withNull(body, path)))
  expect([...statuses].toSorted()).toEqual([200, 400])
  expect(llm.summary().outcomes.mismatch).toBe(0)
})

test.for(doors)('$name: nulls in many places at once are 200 or the native 400', async (door) => {
  const llm = mockOf()
  const body = wholeBody(door)
  const paths = pathsIn(body)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...paths), { maxLength: 8 }), async (chosen) => {
      const planted = chosen.reduce<unknown>((value, path) => withNull(value, path), body)
      await statusOf(llm, door, planted)
    }),
    { numRuns: 50 },
  )
  expect(llm.summary().outcomes.mismatch).toBe(0)
})
