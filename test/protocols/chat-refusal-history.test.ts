import { expect, test } from 'vitest'
import { ask, arrivalOf, chat, route, stateOf } from '../core/ask.ts'

const call = { id: 'call_1', type: 'function', function: { name: 'x', arguments: '{}' } }
const text = (words: string): unknown => ({ type: 'text', text: words })
const refusal = (words: string): unknown => ({ type: 'refusal', refusal: words })

for (const [what, message, content] of [
  ['the field with content null', { content: null, refusal: 'No.' }, 'No.'],
  ['the field with no content', { refusal: 'No.' }, 'No.'],
  ['the field with empty content', { content: '', refusal: 'No.' }, 'No.'],
  ['the field with an empty list as content', { content: [], refusal: 'No.' }, 'No.'],
  ['the field with an empty text', { content: null, refusal: '' }, ''],
  ['the field beside empty lists of calls', { refusal: 'No.', tool_calls: [], function_call: null }, 'No.'],
  ['one part', { content: [refusal('No.')] }, 'No.'],
  ['several parts, joined', { content: [refusal('No'), refusal(''), refusal('.')] }, 'No.'],
  ['a part with an empty text', { content: [refusal('')] }, ''],
  ['a part beside a field that is null', { content: [refusal('No.')], refusal: null }, 'No.'],
] as const) {
  test(`reads a refusal written as ${what}`, () => {
    const parsed = route.protocol.parse(arrivalOf({ body: chat([{ role: 'assistant', ...message }]) }).snapshot, {
      provider: 'openai',
      route: route.id,
      params: {},
    })
    expect(parsed.ok && [parsed.value.violation, parsed.value.canonical.messages]).toEqual([
      null,
      [{ role: 'assistant', content, outputDisposition: { kind: 'refused' } }],
    ])
  })
}

for (const [what, message] of [
  ['a text', { content: 'No.' }],
  ['a text beside a refusal that is null', { content: 'No.', refusal: null }],
  ['text parts', { content: [text('No.')] }],
  ['nothing', { content: null, refusal: null }],
  ['an empty list', { content: [] }],
] as const) {
  test(`reads no refusal in ${what}`, () => {
    const { record } = ask(stateOf({ chatScenarios: [{ id: 'a', responses: [{}] }] }), {
      body: chat([{ role: 'assistant', ...message }]),
    })
    expect([record.outcome, record.canonical.messages.map(({ outputDisposition }) => outputDisposition)]).toEqual([
      'ordinary',
      [undefined],
    ])
  })
}

for (const [what, message, reason] of [
  ['field and parts', { content: [refusal('No.')], refusal: 'No.' }, 'it has a refusal field and refusal parts'],
  ['an empty field and parts', { content: [refusal('No.')], refusal: '' }, 'it has a refusal field and refusal parts'],
  ['text beside the field', { content: 'Yes.', refusal: 'No.' }, 'it has text beside a refusal'],
  ['text beside an empty field', { content: 'Yes.', refusal: '' }, 'it has text beside a refusal'],
  ['white space beside the field', { content: ' ', refusal: 'No.' }, 'it has text beside a refusal'],
  ['a text part beside the field', { content: [text('Yes.')], refusal: 'No.' }, 'it has text beside a refusal'],
  ['an empty text part beside the field', { content: [text('')], refusal: 'No.' }, 'it has text beside a refusal'],
  ['a text part beside a refusal part', { content: [text('Yes.'), refusal('No.')] }, 'it has text beside a refusal'],
  ['a refusal part before a text part', { content: [refusal('No.'), text('')] }, 'it has text beside a refusal'],
  ['a tool call beside the field', { refusal: 'No.', tool_calls: [call] }, 'it has tool calls beside a refusal'],
  [
    'a tool call beside a part',
    { content: [refusal('No.')], tool_calls: [call] },
    'it has tool calls beside a refusal',
  ],
  [
    'a function call beside the field',
    { refusal: '', function_call: { name: 'x', arguments: '' } },
    'it has tool calls beside a refusal',
  ],
] as const) {
  test(`rejects a history with ${what}, which could be read in two ways, and consumes nothing`, () => {
    const state = stateOf({ chatScenarios: [{ id: 'a', responses: [{}] }] })
    const {
      plan,
      record,
      state: after,
    } = ask(state, {
      body: chat([
        { role: 'user', content: 'Hi' },
        { role: 'assistant', ...message },
        { role: 'user', content: 'And?' },
      ]),
    })
    expect(after).toBe(state)
    expect(record.response.code).toBe('ambiguous_refusal')
    expect(plan.kind === 'json' && [plan.status, JSON.parse(plan.body)]).toEqual([
      400,
      {
        error: {
          message: `Invalid 'messages[1]': ${reason}. Send a refusal as the refusal field with content null, or as refusal parts alone.`,
          type: 'invalid_request_error',
          param: 'messages[1]',
          code: 'ambiguous_refusal',
        },
      },
    ])
  })
}

test('reads back as history what it answered with', () => {
  const answered = (outputDisposition: { kind: 'refused' | 'filtered' } | null): unknown => {
    const { plan } = ask(
      stateOf({ chatScenarios: [{ id: 'a', responses: [{ content: 'No, I will not.', outputDisposition }] }] }),
    )
    const { choices } = JSON.parse((plan as { body: string }).body) as { choices: readonly { message: unknown }[] }
    return choices[0]!.message
  }
  const { record } = ask(stateOf({}), {
    body: chat([answered({ kind: 'refused' }), answered({ kind: 'filtered' }), answered(null)]),
  })
  expect(record.canonical.messages).toEqual([
    { role: 'assistant', content: 'No, I will not.', outputDisposition: { kind: 'refused' } },
    { role: 'assistant', content: 'No, I will not.' },
    { role: 'assistant', content: 'No, I will not.' },
  ])
})
