import { expect, test } from 'vitest'
import {
  createLlmMock,
  FixtureConfigError,
  parseConfig,
  text,
  type Config,
  type ConfigBuilder,
  type ConversationScenario,
} from 'msw-llm'
import { buildConfig } from 'msw-llm/core'

const response = { content: 'x' }

function issuesOf(run: () => unknown): readonly string[] {
  try {
    run()
  } catch (error) {
    if (!(error instanceof FixtureConfigError)) throw error
    return error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  }
  return []
}

function issuesOfScenario(scenario: object): readonly string[] {
  return issuesOf(() => parseConfig({ chatScenarios: [{ id: 'c', ...scenario }] }))
}

const at = 'chatScenarios.0.'

test.for<readonly [object, readonly string[]]>([
  [
    {
      steps: [
        { id: 'a', response },
        { id: 'b', after: 'a', response },
      ],
    },
    [],
  ],
  [{}, ['responses: A scenario has responses, or the steps of a conversation: give one of the two']],
  [
    { responses: [response], steps: [{ id: 'a', response }] },
    ['steps: A scenario has responses, or the steps of a conversation: remove one of the two'],
  ],
  [
    { steps: [{ id: 'a', response }], repeat: 'last' },
    ['repeat: A conversation goes by its history, and repeats nothing; remove repeat'],
  ],
  [{ steps: [] }, ['steps: A conversation has at least one step']],
  [{ steps: [{ id: 'a' }] }, ['steps.0.response: Expected a response, or a list of responses; received nothing']],
  [{ steps: [{ id: 'a', response: [] }] }, ['steps.0.response: A step answers: give it a response']],
  [
    {
      steps: [
        { id: 'a', response },
        { id: 'a', response },
      ],
    },
    ['steps.1.id: The id "a" is already used at index 0 of this list'],
  ],
  [
    { steps: [{ after: 'b', response }] },
    ['steps.0.id: Missing: expected a string', 'steps.0.after: There is no step "b"; none has an id'],
  ],
  [{ steps: [{ id: 'a', after: 'b', response }] }, ['steps.0.after: There is no step "b"; there are "a"']],
  [
    {
      steps: [
        { id: 'a', response },
        { id: 'b', after: ['a', 'a', 'x'], response },
      ],
    },
    ['steps.1.after.1: The step "a" is already named', 'steps.1.after.2: There is no step "x"; there are "a", "b"'],
  ],
  [
    { steps: [{ id: 'a', after: 'a', response }] },
    ['steps.0.after: A conversation has no loops: "a" cannot come after itself'],
  ],
  [
    {
      steps: [
        { id: 'a', after: 'b', response },
        { id: 'b', after: 'a', response },
      ],
    },
    [
      'steps.0.after: A conversation has no loops: "a" cannot come after "b", which comes after it',
      'steps.1.after: A conversation has no loops: "b" cannot come after "a", which comes after it',
    ],
  ],
  [
    {
      steps: [
        { id: 'start', response },
        { id: 'a', after: ['start', 'c'], response },
        { id: 'b', after: 'a', response },
        { id: 'c', after: 'b', response },
      ],
    },
    [
      'steps.1.after.1: A conversation has no loops: "a" cannot come after "c", which comes after it',
      'steps.2.after: A conversation has no loops: "b" cannot come after "a", which comes after it',
      'steps.3.after: A conversation has no loops: "c" cannot come after "b", which comes after it',
    ],
  ],
  [
    { steps: [{ id: 'a', response: [response, { error: { status: 503 } }] }] },
    [
      'steps.0.response.0: Only failures stand before the last response of a step: an answer is the turn, and the next request continues from it',
    ],
  ],
  [
    {
      steps: [
        {
          id: 'a',
          response: [{ error: { status: 503 } }, { streamDelivery: { fault: 'ConnectionFailed' } }, response],
        },
      ],
    },
    [],
  ],
  [
    { steps: [{ id: 'a', response, next: 'b' }] },
    ['steps.0.next: Unknown field "next": known are id, after, match, response'],
  ],
  [
    { steps: [{ id: 'a', match: { messages: [{ last: true }, { content: 'x' }] }, response }] },
    ['steps.0.match.messages.0.last: Only the last pattern can ask for the last message'],
  ],
])('the steps of a conversation hold together: %j', ([scenario, issues]) => {
  expect(issuesOfScenario(scenario)).toEqual(issues.map((issue) => at + issue))
})

test('the fluent form writes the same data', () => {
  const config = buildConfig((c) =>
    c
      .conversation('booking', (s) =>
        s
          .forModel('gpt-5.5')
          .forProvider('openai')
          .requireBearerToken('key')
          .whenUserContains('table')
          .step('ask', (t) => t.fails(503).responds('For how many?', 'For how ', 'many?'))
          .step('two', (t) =>
            t.after('ask').whenUserContains('two').responds('Fine.').withOutputDisposition({ kind: 'refused' }),
          )
          .step('book', (t) =>
            t
              .after('ask', 'two')
              .whenExactly([{ role: 'user', content: 'Now' }])
              .responds('Booked.')
              .withDelay(5),
          ),
      )
      .dataset('more', (d) =>
        d.conversation('other', (s) => s.step('only', (t) => t.respondsWithToolCalls({ name: 'look', arguments: {} }))),
      ),
  )
  const booking: ConversationScenario = {
    id: 'booking',
    modelId: 'gpt-5.5',
    provider: ['openai'],
    requiredBearerToken: 'key',
    match: { messages: [{ role: 'user', content: 'table' }] },
    steps: [
      {
        id: 'ask',
        response: [{ error: { status: 503 } }, { content: 'For how many?', streamChunks: ['For how ', 'many?'] }],
      },
      {
        id: 'two',
        after: ['ask'],
        match: { messages: [{ role: 'user', content: 'two' }] },
        response: { content: 'Fine.', outputDisposition: { kind: 'refused' } },
      },
      {
        id: 'book',
        after: ['ask', 'two'],
        match: { mode: 'exact', messages: [{ role: 'user', content: 'Now' }] },
        response: { content: 'Booked.', delayMilliseconds: 5 },
      },
    ],
  }
  const expected: Config = {
    chatScenarios: [booking],
    datasets: {
      more: [{ id: 'other', steps: [{ id: 'only', response: { toolCalls: [{ name: 'look', arguments: {} }] } }] }],
    },
  }
  expect(config).toEqual(expected)
  expect(parseConfig(config)).toEqual(expected)
})

test.for<readonly [name: string, build: (c: ConfigBuilder) => unknown, issues: readonly string[]]>([
  [
    'an amendment of nothing',
    (c) => c.conversation('c', (s) => s.step('a', (t) => t.withDelay(5))),
    [
      'chatScenarios.0.steps.0.response: withDelay() amends the response before it, and there is none yet; call responds() first',
    ],
  ],
  [
    'a step without a response',
    (c) => c.conversation('c', (s) => s.step('a', (t) => t.after('b'))),
    [
      'chatScenarios.0.steps.0.response: A step answers: give it a response',
      'chatScenarios.0.steps.0.after.0: There is no step "b"; there are "a"',
    ],
  ],
  [
    'a conversation without steps',
    (c) => c.conversation('c', (s) => s),
    ['chatScenarios.0.steps: A conversation has at least one step'],
  ],
  [
    'two kinds of match',
    (c) => c.conversation('c', (s) => s.step('a', (t) => t.whenUserContains('x').whenExactly([]).responds('y'))),
    ['chatScenarios.0.steps.0.match: There is one match: whenExactly() once, or whenUserContains() once or more'],
  ],
  [
    'a step that is written later',
    (c) => c.conversation('c', (s) => s.step('a', async (t) => t.responds('y'))),
    ['chatScenarios.0.steps.0: The callback returned a promise; write the configuration synchronously'],
  ],
])('the fluent form names the place of %s', ([, build, issues]) => {
  expect(issuesOf(() => parseConfig(buildConfig(build)))).toEqual(issues)
})

test('a conversation that cannot be used leaves the one before it, with its turns', async () => {
  const llm = createLlmMock({
    config: {
      chatScenarios: [
        {
          id: 'c',
          steps: [
            { id: 'a', response: text('A') },
            { id: 'b', after: 'a', response: text('B') },
          ],
        },
      ],
    },
  })
  const ask = async (...said: readonly string[]): Promise<string> => {
    const messages = said.map((content, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', content }))
    const body = JSON.stringify({ model: 'm', messages })
    const reply = await llm.fetch('https://api.openai.com/v1/chat/completions', { method: 'POST', body })
    return ((await reply.json()) as { choices: { message: { content: string } }[] }).choices[0]!.message.content
  }
  expect(await ask('Hi')).toBe('A')
  const steps = [{ id: 'x', after: 'x', response: text('X') }]
  expect(issuesOf(() => llm.configure({ chatScenarios: [{ id: 'c', steps }] }))).toHaveLength(1)
  expect(issuesOf(() => llm.use({ id: 'c', steps }))).toHaveLength(1)
  expect([await ask('Hi', 'A', 'And?'), llm.journal.map(({ response: { step } }) => step)]).toEqual(['B', ['a', 'b']])
  expect(() => llm.verify()).not.toThrow()
})
