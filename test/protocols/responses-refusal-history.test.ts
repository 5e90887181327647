import { expect, test } from 'vitest'
import { ask, arrivalOf, stateOf } from '../core/ask.ts'
import { asks, responsesRoute as route } from './responses-answers.ts'

const text = (words: string): unknown => ({ type: 'output_text', text: words, annotations: [], logprobs: [] })
const refusal = (words: string): unknown => ({ type: 'refusal', refusal: words })

for (const [what, content, read] of [
  ['one part', [refusal('No.')], 'No.'],
  ['several parts, joined', [refusal('No'), refusal(''), refusal('.')], 'No.'],
  ['a part with an empty text', [refusal('')], ''],
] as const) {
  for (const easy of [false, true]) {
    test(`reads a refusal written as ${what}, ${easy ? 'without' : 'with'} the fields of an output item`, () => {
      const native = { id: 'msg_1', type: 'message', status: 'completed' }
      const body = asks([{ ...(!easy && native), role: 'assistant', content }])
      const context = { provider: 'openai', route: route.id, params: {} }
      const parsed = route.protocol.parse(arrivalOf({ body, route }).snapshot, context)
      expect(parsed.ok && [parsed.value.violation, parsed.value.features, parsed.value.canonical.messages]).toEqual([
        null,
        [],
        [{ role: 'assistant', content: read, outputDisposition: { kind: 'refused' } }],
      ])
    })
  }
}

for (const [what, content] of [
  ['a text', 'No.'],
  ['text parts', [text('No.')]],
  ['an empty list', []],
] as const) {
  test(`reads no refusal in ${what}`, () => {
    const { record } = ask(stateOf({ chatScenarios: [{ id: 'a', responses: [{}] }] }), {
      body: asks([{ role: 'assistant', content }]),
      route,
    })
    expect([record.outcome, record.canonical.messages.map(({ outputDisposition }) => outputDisposition)]).toEqual([
      'ordinary',
      [undefined],
    ])
  })
}

for (const [what, content] of [
  ['a text part beside a refusal part', [text('Yes.'), refusal('No.')]],
  ['a refusal part before a text part', [refusal('No.'), text('Yes.')]],
  ['an empty text part beside a refusal part', [refusal('No.'), text('')]],
  ['a text part beside an empty refusal part', [text('Yes.'), refusal('')]],
] as const) {
  test(`rejects a history with ${what}, which could be read in two ways, and consumes nothing`, () => {
    const state = stateOf({ chatScenarios: [{ id: 'a', responses: [{}] }] })
    const body = asks([
      { role: 'user', content: 'Hi' },
      { type: 'message', role: 'assistant', content },
      { role: 'user', content: 'And?' },
    ])
    const { plan, record, state: after } = ask(state, { body, route })
    expect(after).toBe(state)
    expect(record.response.code).toBe('ambiguous_refusal')
    expect(plan.kind === 'json' && [plan.status, JSON.parse(plan.body)]).toEqual([
      400,
      {
        error: {
          message: "Invalid 'input[1]': it has text beside a refusal. Send a refusal as refusal parts alone.",
          type: 'invalid_request_error',
          param: 'input[1]',
          code: 'ambiguous_refusal',
        },
      },
    ])
  })
}

test('takes a refusal in one message and a text in the next', () => {
  const { record } = ask(stateOf({}), {
    body: asks([
      { role: 'assistant', content: [refusal('No.')] },
      { role: 'assistant', content: [text('Well.')] },
    ]),
    route,
  })
  expect(record.canonical.messages).toEqual([
    { role: 'assistant', content: 'No.', outputDisposition: { kind: 'refused' } },
    { role: 'assistant', content: 'Well.' },
  ])
})

test('reads back as history what it answered with', () => {
  const answered = (outputDisposition: { kind: 'refused' | 'filtered' } | null): readonly unknown[] => {
    const { plan } = ask(
      stateOf({ chatScenarios: [{ id: 'a', responses: [{ content: 'No, I will not.', outputDisposition }] }] }),
      { body: asks(), route },
    )
    return (JSON.parse((plan as { body: string }).body) as { output: readonly unknown[] }).output
  }
  const { record } = ask(stateOf({}), {
    body: asks([...answered({ kind: 'refused' }), ...answered({ kind: 'filtered' }), ...answered(null)]),
    route,
  })
  expect(record.canonical.messages).toEqual([
    { role: 'assistant', content: 'No, I will not.', outputDisposition: { kind: 'refused' } },
    { role: 'assistant', content: 'No, I will not.' },
    { role: 'assistant', content: 'No, I will not.' },
  ])
})
