import { expect, test } from 'vitest'
import type { QueueScenario, Scenario } from 'msw-llm'
import { ask, chat, stateOf, type Asked } from './ask.ts'

/** The message of the 409 that a request gets. */
function missOf(chatScenarios: readonly Scenario[], asked: Asked = {}): string | null {
  const { record, plan } = ask(stateOf({ chatScenarios }), asked)
  expect([plan.status, record.outcome, record.response.code]).toEqual([409, 'mismatch', 'fixture_not_found'])
  return record.response.message
}

const responses = [{ content: 'Hi!' }]
const says = (content: string, more: Partial<QueueScenario> = {}): Scenario => ({
  id: `says ${content}`,
  match: { messages: [{ role: 'user', content }] },
  responses,
  ...more,
})

test('says how to add a scenario where none is configured', () => {
  expect(missOf([])).toMatchInlineSnapshot(
    `"No scenario is configured, so nothing can answer POST /openai/v1/chat/completions (model 'gpt-5.5', 1 message). Add one: llm.use(scenario('my-scenario', { responses: [text('Hello!')] }))."`,
  )
})

test('names the provider as the dimension that failed first', () => {
  expect(
    missOf([
      { id: 'a', provider: ['gemini', 'anthropic'], responses },
      { id: 'b', provider: 'deepseek', modelId: 'other', responses },
    ]),
  ).toMatchInlineSnapshot(`
    "No scenario answers POST /openai/v1/chat/completions (model 'gpt-5.5', 1 message): of 2 scenarios, none fits its provider. Nearest:
    - 'a' is for gemini, anthropic; the request came to openai
    - 'b' is for deepseek; the request came to openai
    Change the provider of one of them, or add a scenario for this request."
  `)
})

test('names the model, and leaves out scenarios that failed before it', () => {
  expect(
    missOf([
      { id: 'other-provider', provider: 'gemini', responses },
      { id: 'other-model', provider: 'openai', modelId: 'gpt-5', requiredBearerToken: 'secret', responses },
    ]),
  ).toMatchInlineSnapshot(`
    "No scenario answers POST /openai/v1/chat/completions (model 'gpt-5.5', 1 message): of 2 scenarios, none fits its model. Nearest:
    - 'other-model' expects model 'gpt-5'; the request names 'gpt-5.5'
    Change the model of one of them, or add a scenario for this request."
  `)
})

test('names the credential, and keeps it to itself', () => {
  const message = missOf([{ id: 'guarded', modelId: 'gpt-5.5', requiredBearerToken: 'top-secret', responses }], {
    headers: { authorization: 'Bearer sent-secret' },
  })
  expect(message).toMatchInlineSnapshot(`
    "No scenario answers POST /openai/v1/chat/completions (model 'gpt-5.5', 1 message): of 1 scenario, none fits its credential. Nearest:
    - 'guarded' requires another bearer token than the request carries
    Change the credential of one of them, or add a scenario for this request."
  `)
  expect(message).not.toMatch(/top-secret|sent-secret/)
})

test('names the messages, with what was expected and what came', () => {
  expect(missOf([says('card')], { body: chat('My cart is empty') })).toMatchInlineSnapshot(`
    "No scenario answers POST /openai/v1/chat/completions (model 'gpt-5.5', 1 message): of 1 scenario, none fits its messages. Nearest:
    - 'says card' expects a user message with "card"; what came is a user message with "My cart is empty"
    Change the match of one of them, or add a scenario for this request."
  `)
})

test('shows the nearest three, those with the most patterns matched first', () => {
  const pattern = (content: string): { content: string } => ({ content })
  expect(
    missOf(
      [
        { id: 'none of two', match: { messages: [pattern('x'), pattern('b')] }, responses },
        { id: 'two of three', match: { messages: [pattern('a'), pattern('b'), pattern('x')] }, responses },
        { id: 'none of one', match: { messages: [pattern('x')] }, responses },
        { id: 'one of two', match: { messages: [pattern('a'), pattern('x')] }, responses },
        { id: 'other model', modelId: 'gpt-5', responses },
      ],
      {
        body: chat([
          { role: 'user', content: 'a' },
          { role: 'assistant', content: 'b' },
          { role: 'user', content: 'c' },
        ]),
      },
    ),
  ).toMatchInlineSnapshot(`
    "No scenario answers POST /openai/v1/chat/completions (model 'gpt-5.5', 3 messages): of 5 scenarios, none fits its messages. Nearest:
    - 'two of three' expects a message with "x"; what came is a user message with "c"
    - 'one of two' expects a message with "x"; what came is a user message with "c"
    - 'none of two' expects a message with "x"; what came is a user message with "c"
    Change the match of one of them, or add a scenario for this request."
  `)
})

test('says of an exact match which message is one too many, and which is missing', () => {
  const exact = (id: string, ...contents: readonly string[]): Scenario => ({
    id,
    match: { mode: 'exact', messages: contents.map((content) => ({ role: 'user' as const, content })) },
    responses,
  })
  expect(
    missOf([exact('too short', 'a'), exact('too long', 'a', 'b', 'c')], {
      body: chat([
        { role: 'user', content: 'a' },
        { role: 'user', content: 'b' },
      ]),
    }),
  ).toMatchInlineSnapshot(`
    "No scenario answers POST /openai/v1/chat/completions (model 'gpt-5.5', 2 messages): of 2 scenarios, none fits its messages. Nearest:
    - 'too short' expects exactly 1 message; the request has 2, the next being a user message with "b"
    - 'too long' expects a user message with "c"; no such message came
    Change the match of one of them, or add a scenario for this request."
  `)
})

test('says what else a pattern asks for', () => {
  const matching = (id: string, message: NonNullable<Scenario['match']>['messages'][number]): Scenario => ({
    id,
    match: { messages: [message] },
    responses,
  })
  expect(
    missOf(
      [
        matching('image', { role: 'user', content: 'Look', parts: [{ type: 'image' }] }),
        matching('call', { role: 'assistant', toolCalls: [{ name: 'weather', arguments: { city: 'Oslo' } }] }),
        matching('refusal', { outputDisposition: { kind: 'refused' } }),
      ],
      {
        body: chat([
          { role: 'user', content: 'Look here' },
          {
            role: 'assistant',
            tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'time', arguments: '' } }],
          },
        ]),
      },
    ),
  ).toMatchInlineSnapshot(`
    "No scenario answers POST /openai/v1/chat/completions (model 'gpt-5.5', 2 messages): of 3 scenarios, none fits its messages. Nearest:
    - 'image' expects a user message with "Look" and {"parts":[{"type":"image"}]}; what came is a user message with "Look here"
    - 'call' expects an assistant message and {"toolCalls":[{"name":"weather","arguments":{"city":"Oslo"}}]}; what came is an assistant message with "" and {"toolCalls":[{"id":"call_1","name":"time","arguments":{}}]}
    - 'refusal' expects a message and {"outputDisposition":{"kind":"refused"}}; what came is an assistant message with "" and {"toolCalls":[{"id":"call_1","name":"time","arguments":{}}]}
    Change the match of one of them, or add a scenario for this request."
  `)
})

test('shortens texts, so that the message stays readable', () => {
  const message = missOf([says('x'.repeat(1000), { id: 'long' })], { body: chat(`y${'z'.repeat(1000)}`) })
  expect(message).toMatchInlineSnapshot(`
    "No scenario answers POST /openai/v1/chat/completions (model 'gpt-5.5', 1 message): of 1 scenario, none fits its messages. Nearest:
    - 'long' expects a user message with "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…"; what came is a user message with "yzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz…"
    Change the match of one of them, or add a scenario for this request."
  `)
})

test('shows what came last where the last message was asked for', () => {
  const last: Scenario = {
    id: 'last',
    match: { messages: [{ role: 'user', content: 'Hello', last: true }] },
    responses,
  }
  const message = missOf([last], {
    body: chat([
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'Good morning' },
    ]),
  })
  // The user message has the text; that it is not the last one is what failed.
  expect(message).toMatch(
    /expects the last message to be a user message with "Hello"; what came is an? assistant message with "Good morning"/,
  )
})

test('does not show as what came a message that fits the pattern', () => {
  const twice: Scenario = {
    id: 'twice',
    match: { messages: [{ content: 'Hello' }, { content: 'Hello' }] },
    responses,
  }
  expect(missOf([twice], { body: chat('Hello there') })).not.toContain('what came is a user message with "Hello there"')
})

test('says that the text must be empty where an exact match leaves it out', () => {
  const silent: Scenario = { id: 'silent', match: { mode: 'exact', messages: [{ role: 'user' }] }, responses }
  expect(missOf([silent], { body: chat('Hi') })).toMatch(/expects a user message with ""/)
})

test('says that upper and lower case differ where nothing else does', () => {
  expect(missOf([says('card')], { body: chat('My Card') })).toMatch(
    /what came is a user message with "My Card" \(upper and lower case differ\)/,
  )
  expect(missOf([says('card')], { body: chat('My cart') })).not.toMatch(/case differ/)
})

test('names the datasets that are not active where nothing else is configured', () => {
  const state = stateOf({ datasets: { good: [{ id: 'a', responses }], bad: [] }, activeDatasets: [] })
  expect(ask(state).record.response.message).toBe(
    "No scenario is active, so nothing can answer POST /openai/v1/chat/completions (model 'gpt-5.5', 1 message): 'good', 'bad' are configured and not in activeDatasets.",
  )
})

test('counts used scenarios too', () => {
  expect(missOf([says('a'), says('b')], { body: chat('c') })).toMatch(/^No scenario answers .*: of 2 scenarios, none/)
})

test('says that a scenario has nothing left, how many responses it had, and what to do', () => {
  const exhausted = (count: number): string | null => {
    const state = stateOf({ chatScenarios: [{ id: 'a', responses: Array.from({ length: count }, () => ({})) }] })
    const used = Array.from({ length: count }).reduce<typeof state>((current) => ask(current).state, state)
    const { record, plan } = ask(used)
    expect([plan.status, record.outcome, record.response.code]).toEqual([409, 'mismatch', 'scenario_exhausted'])
    return record.response.message
  }
  expect([exhausted(1), exhausted(2)]).toMatchInlineSnapshot(`
    [
      "Scenario 'a' matches this request to POST /openai/v1/chat/completions and has nothing left to answer. Its one response has been given for model 'gpt-5.5', or held for a request that waits in its delay. Add a response, set repeat to 'last' or 'all', or call llm.reset() between tests.",
      "Scenario 'a' matches this request to POST /openai/v1/chat/completions and has nothing left to answer. All 2 of its responses have been given for model 'gpt-5.5', or held for a request that waits in its delay. Add a response, set repeat to 'last' or 'all', or call llm.reset() between tests.",
    ]
  `)
})

test('shows long texts from shortly before they differ', () => {
  const same = 'a'.repeat(100)
  const exact: Scenario = {
    id: 'exact',
    match: { mode: 'exact', messages: [{ role: 'user', content: `${same}x` }] },
    responses,
  }
  expect([
    missOf([says(`${same}x`, { id: 'contains' })], { body: chat(`Please: ${same}y`) })?.split('\n')[1],
    missOf([exact], { body: chat(`${same}yz`) })?.split('\n')[1],
    missOf([exact], { body: chat(same) })?.split('\n')[1],
  ]).toEqual([
    `- 'contains' expects a user message with "…${same.slice(80)}x"; what came is a user message with "…${same.slice(80)}y"`,
    `- 'exact' expects a user message with "…${same.slice(80)}x"; what came is a user message with "…${same.slice(80)}yz"`,
    `- 'exact' expects a user message with "…${same.slice(80)}x"; what came is a user message with "…${same.slice(80)}"`,
  ])
})

test('shows long tool arguments from shortly before they differ', () => {
  const call = (last: string): { id: string; name: string; arguments: { text: string } } => ({
    id: '1',
    name: 'f',
    arguments: { text: `${'a'.repeat(100)}${last}` },
  })
  const scenario: Scenario = { id: 'call', match: { messages: [{ toolCalls: [call('x')] }] }, responses }
  const { id, name, arguments: given } = call('y')
  const message = missOf([scenario], {
    body: chat([
      {
        role: 'assistant',
        tool_calls: [{ id, type: 'function', function: { name, arguments: JSON.stringify(given) } }],
      },
    ]),
  })
  expect(message).toContain(
    `- 'call' expects a message and …${'a'.repeat(20)}x"}}]}; what came is an assistant message with "" and …${'a'.repeat(20)}y"}}]}`,
  )
})

test('says after which message a pattern was looked for', () => {
  const ordered: Scenario = { id: 'ordered', match: { messages: [{ content: 'b' }, { content: 'a' }] }, responses }
  const body = chat([
    { role: 'user', content: 'a' },
    { role: 'user', content: 'b' },
  ])
  expect(missOf([ordered], { body })).toContain(
    `- 'ordered' expects a message with "a"; no such message came after message 2`,
  )
})
