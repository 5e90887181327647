/** Uses that go wrong: each ends, says so, and costs no response. */
import { expect, test } from 'vitest'
import {
  createLlmMock,
  manualClock,
  mountAll,
  openai,
  scenario,
  text,
  type FixtureFunction,
  type FixtureResponse,
  type LlmMock,
} from 'msw-llm'
import { callOfRequest } from '../../handlers/call.ts'
import { chatUrl, post, says } from '../support/openai.ts'

function mockOf(...responses: (FixtureFunction | FixtureResponse)[]): LlmMock {
  return createLlmMock({ config: { chatScenarios: [{ id: 'a', responses }] } })
}

async function contentOf(response: Response): Promise<unknown> {
  const { choices, error } = (await response.json()) as {
    choices?: { message: { content: string } }[]
    error?: { code: string; message: string }
  }
  return choices?.[0]?.message.content ?? error?.code
}

const leftOnPurpose = new Error('left on purpose')

const never = (): Promise<never> => new Promise(() => {})

for (const [how, after] of [
  ['returns', () => text('One')],
  ['never returns', never],
] as const) {
  test(`a client that leaves inside the function that answers it, which then ${how}, costs no response`, async () => {
    const stop = new AbortController()
    let calls = 0
    const llm = mockOf(() => {
      if (++calls > 1) return text('One again')
      stop.abort(leftOnPurpose)
      return after()
    })
    await expect(llm.fetch(chatUrl, post(says('Hi'), { signal: stop.signal }))).rejects.toThrow(leftOnPurpose)
    await llm.settled()
    expect([llm.journal, await contentOf(await llm.fetch(chatUrl, post(says('Hi'))))]).toEqual([[], 'One again'])
  })

  for (const end of ['reset', 'close'] as const) {
    test(`llm.${end}() inside a function that then ${how} ends its request with a 409`, async () => {
      const llm = mockOf(() => {
        llm[end]()
        return after()
      })
      const response = await llm.fetch(chatUrl, post(says('Hi')))
      expect([response.status, await contentOf(response)]).toEqual([409, 'fixture_failed'])
    })
  }
}

test('a 409 after a reset says what to do', async () => {
  const llm = mockOf(() => {
    llm.close()
    return never()
  })
  const body = (await (await llm.fetch(chatUrl, post(says('Hi')))).json()) as { error: { message: string } }
  expect(body.error.message).toBe(
    "Response 1 of scenario 'a' could not be given: llm.close() ended this answer while it was on its way. Await the requests of a test before it ends",
  )
})

/** A body that never ends, or ends in an error. */
function bodyOf(first: string, error?: Error): RequestInit {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(first))
      if (error !== undefined) controller.error(error)
    },
  })
  return { method: 'POST', body, duplex: 'half' } as RequestInit
}

for (const [where, url] of [
  ['a route', chatUrl],
  ['no route', 'https://api.openai.com/v1/embeddings'],
] as const) {
  test(`a request to ${where} whose body never ends can be left, and settled() waits for it no more than for a reader`, async () => {
    const llm = mockOf(text('One'))
    const stop = new AbortController()
    const left = llm.fetch(url, { ...bodyOf('{'), signal: stop.signal })
    await llm.settled()
    stop.abort(leftOnPurpose)
    await expect(left).rejects.toThrow(leftOnPurpose)
    await llm.settled()
    expect(llm.summary()).toMatchObject({ total: 0, unmatched: 0 })
  })

  test(`reset() breaks off a request to ${where} whose body never ends`, async () => {
    const llm = mockOf(text('One'))
    const ended = llm.fetch(url, bodyOf('{'))
    await llm.settled()
    llm.reset()
    await expect(ended).rejects.toThrow(new TypeError('llm.reset() ended this answer while it was on its way'))
    expect(llm.summary()).toMatchObject({ total: 0, unmatched: 0 })
  })
}

test('a body that broke off is a 400 that says why', async () => {
  const llm = mockOf(text('One'))
  const response = await llm.fetch(chatUrl, bodyOf('{', new Error('cable pulled')))
  const { error } = (await response.json()) as { error: { code: string; message: string } }
  expect([response.status, error.code]).toEqual([400, 'unreadable_body'])
  // A browser keeps the error to itself.
  expect(error.message).toMatch(
    /^The request body could not be read, because it broke off: (Error: cable pulled|TypeError: Failed to fetch)\.$/,
  )
})

test('a body that somebody has read is told from one that broke off', async () => {
  const request = new Request(chatUrl, post(says('Hi')))
  await request.text()
  const { body } = callOfRequest(request)
  expect(typeof body === 'function' && (await body())).toEqual({ fault: null })
})

test('requests are numbered as they come, also when a body takes longer to be read', async () => {
  const llm = createLlmMock()
  llm.use(scenario('any', { responses: [text('Hi')], repeat: 'last' }))
  const body = JSON.stringify(says('Hi'))
  const ids = await Promise.all(
    [body, new Blob([body]), body, new Blob([body])].map(async (sent) => {
      const response = await llm.fetch(chatUrl, { method: 'POST', body: sent })
      return ((await response.json()) as { id: string }).id
    }),
  )
  expect(ids.map((id) => Number(id.slice(-2)))).toEqual([1, 2, 3, 4])
})

test.each([
  [() => ({ id: 1, created: 1 }), 'id is a number, and'],
  [() => ({ id: ['a'], created: 1 }), 'id is an array, and'],
  [() => ({ id: 'a b', created: 1 }), 'id is "a b", and'],
  [() => ({ id: 'a'.repeat(65), created: 1 }), `id is "${'a'.repeat(65)}", and`],
  [async () => ({ id: 'a', created: 1 }), 'digits, underscores and dashes; what it returned is a Promise'],
  [() => ({ id: 'a', created: 1.5 }), 'created is 1.5, and it takes whole seconds since 1970'],
] as [() => never, string][])('identify that returns %s is a 409 with its entry', async (identify, message) => {
  const llm = createLlmMock({ identify, config: { chatScenarios: [{ id: 'a', responses: [text('One')] }] } })
  const response = await llm.fetch(chatUrl, post(says('Hi')))
  expect([response.status, llm.journal[0]!.response.code]).toEqual([409, 'fixture_failed'])
  expect(llm.journal[0]!.response.message).toContain(message)
  expect(llm.summary()).toMatchObject({ total: 1, unused: 1 })
})

test.each([NaN, -1, Infinity, '5', null])('the manual clock takes no %s', async (milliseconds) => {
  const clock = manualClock()
  await expect(clock.tick(milliseconds as number)).rejects.toThrow(RangeError)
  expect(() => manualClock(milliseconds as number)).toThrow(RangeError)
  expect(clock.now()).toBe(0)
})

test('ticks follow one another, also when nobody awaits the one before', async () => {
  const clock = manualClock(5)
  await Promise.all([clock.tick(100), clock.tick(100)])
  expect(clock.now()).toBe(205)
})

test('runAll() gives up on something that waits in a loop, and the clock can still be moved', async () => {
  const clock = manualClock()
  const stop = new AbortController()
  const loop = (async () => {
    for (;;) await clock.sleep(1, stop.signal)
  })()
  await expect(clock.runAll()).rejects.toThrow('something waits in a loop')
  stop.abort(leftOnPurpose)
  await expect(loop).rejects.toThrow(leftOnPurpose)
  const before = clock.now()
  await clock.tick(1)
  expect(clock.now()).toBe(before + 1)
})

const journalOption = (name: string, value: unknown): string =>
  `createLlmMock({ journal: { ${name} } }) takes a whole number from 0, not ${String(value)}.`

test.each([
  ...[NaN, -1, 1.5, 'x', null].flatMap((value) =>
    ['maximumEntries', 'maximumBytes'].map((name) => [
      `journal.${name} of ${String(value)}`,
      () => createLlmMock({ journal: { [name]: value as never } }),
      journalOption(name, value),
    ]),
  ),
  [
    'a stream class that is none',
    () => createLlmMock({ ReadableStream: (() => {}) as never }),
    'createLlmMock({ ReadableStream }) takes a class of streams, not a function.',
  ],
  ['no listener', () => createLlmMock().subscribe(undefined as never), 'llm.subscribe() takes a function.'],
  [
    'no provider at all',
    () => createLlmMock({ providers: [] }),
    'createLlmMock({ providers }) takes a list of providers, for example [openai()].',
  ],
  ['no base at all', () => openai({ baseURL: [] }), 'openai() serves nothing: its list of bases is empty.'],
  ...[
    ['{', 'openai() cannot serve the base "{": it is no absolute http(s) URL'],
    ['nonsense{x}', 'openai() cannot serve the base "nonsense{x}": it is no absolute http(s) URL'],
    [
      'https://a.test/v1?key=1',
      'openai() cannot serve the base "https://a.test/v1?key=1": a base has no query and no fragment',
    ],
    [
      'https://u:p@a.test',
      'openai() cannot serve the base "https://u:p@a.test": a base holds no user name and no password',
    ],
    [new URL('https://a.test'), 'openai() cannot serve the base a URL: it is no string'],
  ].map(([baseURL, message]) => [
    `the base ${String(baseURL)}`,
    () => openai({ baseURL: baseURL as never }),
    `${message as string}. Give it as the SDK takes it, for example 'https://api.example.com/v1'.`,
  ]),
  [
    'mountAll() of nothing',
    () => mountAll(undefined as never),
    "mountAll() cannot serve the base nothing: it is no string. Give it as the SDK takes it, for example 'https://api.example.com/v1'.",
  ],
] as [string, () => unknown, string][])('%s is refused', (_, call, message) => {
  expect(call).toThrow(new TypeError(message))
})

test('a listener that an earlier one took away is not called for the same event', async () => {
  const llm = mockOf(text('One'))
  const heard: string[] = []
  let leave = (): void => {}
  llm.subscribe(() => {
    heard.push('first')
    leave()
  })
  leave = llm.subscribe(() => heard.push('second'))
  await llm.fetch(chatUrl, post(says('Hi')))
  expect(heard).toEqual(['first', 'first'])
})

test('fetch refuses what fetch refuses, and reads a text as it would be sent', async () => {
  const llm = createLlmMock()
  llm.use(scenario('any', { match: { messages: [{ content: 'Hi \uFFFD' }] }, responses: [text('Hi')], repeat: 'last' }))
  const body = JSON.stringify(says('Hi ?')).replace('?', '\uD800')
  for (const sent of [body, `\uFEFF${body}`]) {
    expect((await llm.fetch(chatUrl, { method: 'POST', body: sent })).status).toBe(200)
  }
  expect(llm.journal[0]!.request.headers['content-type']).toBe('text/plain;charset=UTF-8')
  const bad: [string, RequestInit][] = [
    ['https://user:secret@api.openai.com/v1/chat/completions', {}],
    [chatUrl, { redirect: 'sideways' as never }],
    [chatUrl, { mode: 'x' as never }],
  ]
  for (const [url, init] of bad) {
    await expect(llm.fetch(url, { method: 'POST', body, ...init })).rejects.toThrow(TypeError)
  }
  expect((await llm.fetch('https://api.openai.com/v1/models', null as never)).status).toBe(200)
})

test('a long model name does not fill the message about an unmatched call', async () => {
  const llm = createLlmMock()
  await llm.fetch('https://api.openai.com/v1/embeddings', post({ model: 'm'.repeat(10_000) }))
  expect(() => llm.verify()).toThrow(`(model '${'m'.repeat(79)}…')`)
})

test('settled() does not turn the event loop while everything waits on the clock', async () => {
  const clock = manualClock()
  const llm = createLlmMock({ clock })
  llm.use(scenario('slow', { responses: [text('Hi', { delayMilliseconds: 1000 })] }))
  const answer = llm.fetch(chatUrl, post(says('Hi')))
  let ports = 0
  const settled = llm.settled()
  await clock.tick(500)
  const Original = globalThis.MessageChannel
  globalThis.MessageChannel = class extends Original {
    constructor() {
      super()
      ports++
    }
  }
  try {
    await new Promise((resolve) => setTimeout(resolve, 20))
  } finally {
    globalThis.MessageChannel = Original
  }
  expect(ports).toBe(0)
  await clock.tick(500)
  await settled
  expect((await answer).status).toBe(200)
})
