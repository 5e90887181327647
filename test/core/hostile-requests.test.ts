import fc from 'fast-check'
import { expect, test } from 'vitest'
import { begin } from '../../src/exchange.ts'
import { makeEntry } from '../../src/journal/record.ts'
import { arrivalOf, ask, chat, stateOf } from './ask.ts'

const state = stateOf({ chatScenarios: [{ id: 'a', repeat: 'last', responses: [{ content: 'Yes.' }] }] })

interface Envelope {
  readonly error: {
    readonly message: string
    readonly type: string
    readonly param: string | null
    readonly code: string | null
  }
}

/** Sends a text as the body, and reads the 400 that comes: `[code, param]`. */
function refusalOf(body: string): readonly [code: string | null, param: string | null] {
  const begun = begin(state, arrivalOf({ body }))
  if (begun.kind !== 'decided') throw new Error('The request was taken')
  expect(begun.state).toBe(state)
  expect([begun.plan.kind, begun.plan.status, begun.record.outcome]).toEqual(['json', 400, 'rejected'])
  const { error, ...rest } = JSON.parse((begun.plan as { body: string }).body) as Envelope
  expect([Object.keys(error), error.type, rest]).toEqual([
    ['message', 'type', 'param', 'code'],
    'invalid_request_error',
    {},
  ])
  expect(error.message).not.toBe('')
  expect(error.message.length).toBeLessThan(1000)
  makeEntry(begun.record, { framesSent: 1, terminalMarkerObserved: null, end: 'completed' }, [])
  return [error.code, error.param]
}

test('answers any text as a body with a 400 of the provider, and changes nothing', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.lorem()), (body) => {
      refusalOf(body)
    }),
  )
})

test('answers any JSON as a body with a 400 of the provider, and changes nothing', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      refusalOf(JSON.stringify(value))
    }),
  )
})

/** A request that names every field we read. */
const whole = {
  model: 'gpt-5.5',
  messages: [
    { role: 'system', content: 'Be brief.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Look' },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,' } },
        { type: 'input_audio', input_audio: { format: 'wav', data: '' } },
        { type: 'file', file: {} },
      ],
    },
    {
      role: 'assistant',
      content: null,
      refusal: null,
      tool_calls: [
        { id: '1', type: 'function', function: { name: 'x', arguments: '{"a":1}' } },
        { id: '2', type: 'custom', custom: { name: 'y', input: 'z' } },
      ],
    },
    { role: 'tool', tool_call_id: '1', content: [{ type: 'text', text: '4' }] },
    { role: 'function', name: 'x', content: null },
    { role: 'assistant', content: [{ type: 'refusal', refusal: 'No.' }] },
  ],
  stream: true,
  stream_options: { include_usage: true, include_obfuscation: false },
  n: 1,
  tools: [{ type: 'function', function: { name: 'x' } }],
  functions: [{ name: 'x' }],
  response_format: { type: 'json_schema' },
}

type Path = readonly (string | number)[]

function pathsIn(value: unknown): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [[]]
  const entries: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value)
  return [[], ...entries.flatMap(([key, child]) => pathsIn(child).map((path) => [key, ...path]))]
}

function replace(value: unknown, [key, ...more]: Path, by: unknown): unknown {
  if (key === undefined) return by
  const copy = Array.isArray(value) ? [...(value as unknown[])] : { ...(value as Record<string, unknown>) }
  const fields = copy as Record<string | number, unknown>
  fields[key] = replace(fields[key], more, by)
  return copy
}

test('answers a request with any one value replaced, by 200 or by an error of the provider that leaves the state', () => {
  expect(ask(state, { body: whole }).record.outcome).toBe('ordinary')
  const outcomes = new Set<string>()
  fc.assert(
    fc.property(fc.constantFrom(...pathsIn(whole)), fc.jsonValue(), (path, value) => {
      const body = JSON.stringify(replace(whole, path, value))
      const begun = begin(state, arrivalOf({ body }))
      if (begun.kind !== 'decided') outcomes.add('taken')
      else if (begun.plan.status === 409) outcomes.add(String(begun.record.response.code))
      else outcomes.add(String(refusalOf(body)[0]))
    }),
    { numRuns: 2000 },
  )
  expect(outcomes.size).toBeGreaterThan(3)
})

test('answers a request with a field left out that it must have with a 400 that names the field', () => {
  const { stream_options: _, ...request } = whole
  const fields = pathsIn(request).filter((path) => typeof path.at(-1) === 'string')
  const refused = fields.flatMap((path) => {
    const begun = begin(state, arrivalOf({ body: JSON.stringify(replace(request, path, undefined)) }))
    if (begun.kind !== 'decided') return []
    const { code, param } = (JSON.parse((begun.plan as { body: string }).body) as Envelope).error
    expect([code, param]).toEqual(['missing_required_parameter', path.reduce(joinPath, '')])
    return [param]
  })
  expect(refused).toMatchInlineSnapshot(`
    [
      "model",
      "messages",
      "messages[0].role",
      "messages[0].content",
      "messages[1].role",
      "messages[1].content",
      "messages[1].content[0].type",
      "messages[1].content[0].text",
      "messages[1].content[1].type",
      "messages[1].content[1].image_url",
      "messages[1].content[1].image_url.url",
      "messages[1].content[2].type",
      "messages[1].content[2].input_audio",
      "messages[1].content[2].input_audio.format",
      "messages[1].content[3].type",
      "messages[2].role",
      "messages[2].tool_calls[0].id",
      "messages[2].tool_calls[0].type",
      "messages[2].tool_calls[0].function",
      "messages[2].tool_calls[0].function.name",
      "messages[2].tool_calls[0].function.arguments",
      "messages[2].tool_calls[1].id",
      "messages[2].tool_calls[1].type",
      "messages[2].tool_calls[1].custom",
      "messages[2].tool_calls[1].custom.name",
      "messages[2].tool_calls[1].custom.input",
      "messages[3].role",
      "messages[3].tool_call_id",
      "messages[3].content",
      "messages[3].content[0].type",
      "messages[3].content[0].text",
      "messages[4].role",
      "messages[4].name",
      "messages[4].content",
      "messages[5].role",
      "messages[5].content[0].type",
      "messages[5].content[0].refusal",
      "tools[0].type",
      "tools[0].function.name",
      "functions[0].name",
      "response_format.type",
    ]
  `)
})

/** `messages`, 0, `role` → `messages[0].role`. */
function joinPath(before: string | number, key: string | number): string {
  return typeof key === 'number' ? `${before}[${key}]` : before === '' ? key : `${before}.${key}`
}

const deep = 100_000
const message = '{"role":"user","content":"Hi"}'

const hostile: readonly (readonly [what: string, body: string, code: string | null, param: string | null])[] = [
  ['nothing', '', null, null],
  ['white space', ' \n', null, null],
  ['a byte order mark before a good request', `\ufeff${JSON.stringify(chat())}`, null, null],
  ['half a request', JSON.stringify(chat()).slice(0, -1), null, null],
  ['a request and something after it', `${JSON.stringify(chat())}}`, null, null],
  ['a form', 'model=gpt-5.5&messages=Hi', null, null],
  ['a script object', "{model: 'gpt-5.5'}", null, null],
  ['arrays nested deeper than the stack', '['.repeat(deep) + ']'.repeat(deep), 'invalid_type', null],
  ['arrays nested that deep and never closed', '['.repeat(deep), null, null],
  [
    'objects nested deeper than the stack',
    '{"messages":'.repeat(deep) + '1' + '}'.repeat(deep),
    'missing_required_parameter',
    'model',
  ],
  [
    'messages nested deeper than the stack',
    `{"model":"m","messages":${'['.repeat(deep)}${']'.repeat(deep)}}`,
    'invalid_type',
    'messages[0]',
  ],
  [
    'content nested deeper than the stack',
    `{"model":"m","messages":[{"role":"user","content":${'['.repeat(deep)}${']'.repeat(deep)}}]}`,
    'invalid_type',
    'messages[0].content[0]',
  ],
  [
    'the fields of a request on __proto__',
    `{"__proto__":${JSON.stringify(chat())}}`,
    'missing_required_parameter',
    'model',
  ],
  [
    'the role of a message on __proto__',
    '{"model":"m","messages":[{"__proto__":{"role":"user","content":"Hi"}}]}',
    'missing_required_parameter',
    'messages[0].role',
  ],
  [
    'a role that every object inherits',
    '{"model":"m","messages":[{"role":"constructor","content":"Hi"}]}',
    'invalid_value',
    'messages[0].role',
  ],
  [
    'a type of part that is __proto__',
    '{"model":"m","messages":[{"role":"user","content":[{"type":"__proto__"}]}]}',
    'invalid_value',
    'messages[0].content[0].type',
  ],
  ['a number too large to be one', `{"model":"m","messages":[${message}],"n":1e999}`, 'invalid_type', 'n'],
  [
    'a number that only text can hold',
    `{"model":"m","messages":[${message}],"n":${'9'.repeat(400)}}`,
    'invalid_type',
    'n',
  ],
  [
    'a number beyond the whole ones',
    `{"model":"m","messages":[${message}],"n":9007199254740993}`,
    'invalid_value',
    'n',
  ],
  [
    'half a surrogate pair as the role',
    '{"model":"m","messages":[{"role":"\\ud800","content":""}]}',
    'invalid_value',
    'messages[0].role',
  ],
  [
    'a very long role',
    `{"model":"m","messages":[{"role":"${'x'.repeat(100_000)}"}]}`,
    'invalid_value',
    'messages[0].role',
  ],
  ['a model that is null', `{"model":null,"messages":[${message}]}`, 'invalid_type', 'model'],
  ['a model that is empty', `{"model":"","messages":[${message}]}`, 'invalid_value', 'model'],
  ['no messages', '{"model":"m","messages":[]}', 'empty_array', 'messages'],
  ['messages that are null', '{"model":"m","messages":null}', 'invalid_type', 'messages'],
  ['a message that is null', '{"model":"m","messages":[null]}', 'invalid_type', 'messages[0]'],
  ['a field twice, the second time wrong', `{"model":"m","model":1,"messages":[${message}]}`, 'invalid_type', 'model'],
]

for (const [what, body, code, param] of hostile) {
  test(`answers ${what} with a 400`, () => {
    expect(refusalOf(body)).toEqual([code, param])
  })
}

test('answers more wrong parts than a call can have arguments with a 400', () => {
  const parts = Array.from({ length: 200_000 }, () => 1)
  expect(refusalOf(JSON.stringify(chat([{ role: 'user', content: parts }])))).toEqual([
    'invalid_type',
    'messages[0].content[0]',
  ])
})

test('answers more wrong messages than a call can have arguments with a 400', () => {
  const messages = Array.from({ length: 200_000 }, () => 1)
  expect(refusalOf(JSON.stringify(chat(messages)))).toEqual(['invalid_type', 'messages[0]'])
})

test('answers a body that an earlier handler has read with a 400 that says so', () => {
  const arrival = arrivalOf()
  const begun = begin(state, {
    ...arrival,
    snapshot: { ...arrival.snapshot, body: { kind: 'unreadable', text: '', fault: null } },
  })
  expect(begun.kind === 'decided' && [begun.plan.status, begun.record.response.code, begun.state === state]).toEqual([
    400,
    'unreadable_body',
    true,
  ])
  expect(begun.kind === 'decided' && begun.record.response.message).toBe(
    'The request body could not be read, because an earlier handler had read it. Read a clone there: request.clone().json().',
  )
})

for (const [what, body] of [
  ['half a surrogate pair as the text', '{"model":"m","messages":[{"role":"user","content":"\\ud800"}]}'],
  [
    'fields that are not read, nested deeper than the stack',
    `{"model":"m","messages":[${message}],"x":${'['.repeat(deep)}${']'.repeat(deep)}}`,
  ],
  [
    'fields that are not read, of any type',
    `{"model":"m","messages":[${message}],"temperature":"hot","__proto__":{"stream":true}}`,
  ],
  [
    'tool arguments nested deeper than the stack',
    `{"model":"m","messages":[{"role":"assistant","tool_calls":[{"id":"1","type":"function","function":{"name":"x","arguments":"${'['.repeat(deep)}${']'.repeat(deep)}"}}]}]}`,
  ],
  ['a text of a million characters', JSON.stringify(chat('x'.repeat(1_000_000)))],
  [
    'ten thousand messages',
    JSON.stringify(chat(Array.from({ length: 10_000 }, () => ({ role: 'user', content: 'Hi' })))),
  ],
] as const) {
  test(`answers a good request with ${what}`, () => {
    const { plan, record } = ask(state, { body })
    expect([plan.kind, plan.status, record.response.content]).toEqual(['json', 200, 'Yes.'])
    const entry = makeEntry(record, { framesSent: 1, terminalMarkerObserved: null, end: 'completed' }, [])
    expect(Object.isFrozen(entry.request.body)).toBe(true)
  })
}
