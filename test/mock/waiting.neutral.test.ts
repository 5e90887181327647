/** A request whose history another one is just being answered for. */
import { expect, test } from 'vitest'
import { fails, text, type Step } from 'msw-llm'
import { hosts } from '#hosts'
import { withHost, type Connection, type TestHost } from '../support/host.ts'
import { accountOf, sayHi, slowConversation, type WaitingMock } from '../support/waiting.ts'

const slow = text('Here.', { delayMilliseconds: 1000 })

function testOnEach(
  name: string,
  response: Step['response'],
  run: (llm: WaitingMock, connection: Connection, host: TestHost) => Promise<void>,
): void {
  for (const host of hosts) {
    test(`${name}, on ${host.name}`, async () => {
      const llm = slowConversation({ id: 'a', response })
      await withHost(host, llm, (connection) => run(llm, connection, host))
    })
  }
}

testOnEach('it waits, and is given the answer again, in its own transport', slow, async (llm, connection) => {
  const first = sayHi(connection)
  await llm.clock.begun(1)
  const others = [sayHi(connection), sayHi(connection, { stream: true })]
  await llm.arrived(3)
  await llm.clock.tick(999)
  expect(llm.journal).toEqual([])
  expect(await llm.pass(first, ...others)).toEqual(['Here.', 'Here.', 'Here.'])
  expect(accountOf(llm)).toEqual([
    [1, 'a', 0, false, null],
    [2, 'a', 0, true, null],
    [3, 'a', 0, true, null],
  ])
  llm.verify()
})

testOnEach(
  'it does not wait for a stream to end',
  text('One two.', { pace: { tokensPerSecond: 1 } }),
  async (llm, connection) => {
    const first = sayHi(connection, { stream: true })
    await llm.clock.begun(1)
    expect(await sayHi(connection)).toBe('One two.')
    expect(llm.journal.map(({ delivery }) => delivery.end)).toEqual(['pending', 'completed'])
    expect(await llm.pass(first)).toEqual(['One two.'])
  },
)

testOnEach('when the first one leaves, the next takes the turn itself', slow, async (llm, connection, host) => {
  const leaving = new AbortController()
  const first = sayHi(connection, { signal: leaving.signal })
  await llm.clock.begun(1)
  const others = [sayHi(connection), sayHi(connection)]
  await llm.arrived(3)
  leaving.abort()
  expect(await first).toBe('APIUserAbortError')
  if (host.noticesEarlyLeave) await llm.clock.begun(2)
  expect(await llm.pass(...others)).toEqual(['Here.', 'Here.'])
  const unnoticed = host.noticesEarlyLeave ? [] : [[1, 'a', 0, false, null]]
  expect(accountOf(llm)).toEqual([
    ...unnoticed,
    [expect.any(Number), 'a', 0, !host.noticesEarlyLeave, null],
    [expect.any(Number), 'a', 0, true, null],
  ])
  llm.verify()
})

testOnEach('when it leaves itself, nothing is left of it', slow, async (llm, connection, host) => {
  const first = sayHi(connection)
  await llm.clock.begun(1)
  const leaving = new AbortController()
  const second = sayHi(connection, { signal: leaving.signal })
  await llm.arrived(2)
  leaving.abort()
  expect(await second).toBe('APIUserAbortError')
  expect(await llm.pass(first)).toEqual(['Here.'])
  await llm.pass(llm.settled())
  const unnoticed = host.noticesEarlyLeave ? [] : [[2, 'a', 0, true, null]]
  expect(accountOf(llm)).toEqual([[1, 'a', 0, false, null], ...unnoticed])
})

testOnEach(
  'after a failure it makes the next attempt',
  [{ ...fails(503), delayMilliseconds: 1000 }, text('Here.')],
  async (llm, connection) => {
    const first = sayHi(connection)
    await llm.clock.begun(1)
    const second = sayHi(connection)
    await llm.arrived(2)
    expect(await llm.pass(first, second)).toEqual(['InternalServerError', 'Here.'])
    expect(accountOf(llm)).toEqual([
      [1, 'a', 0, false, null],
      [2, 'a', 1, false, null],
    ])
    llm.verify()
  },
)

let calls = 0
testOnEach(
  'after a function that threw it calls the function again',
  async () => {
    calls++
    await new Promise((resolve) => setTimeout(resolve, 20))
    if (calls % 2 === 1) throw new Error('not yet')
    return text('Now.')
  },
  async (llm, connection) => {
    const before = calls
    expect((await Promise.all([sayHi(connection), sayHi(connection)])).toSorted()).toEqual(['Now.', 'fixture_failed'])
    expect([calls - before, accountOf(llm)]).toEqual([
      2,
      [
        [1, 'a', 0, false, 'fixture_failed'],
        [2, 'a', 0, false, null],
      ],
    ])
  },
)

for (const [how, end] of [
  ['llm.reset()', (llm: WaitingMock) => llm.reset()],
  ['llm.close()', (llm: WaitingMock) => llm.close()],
] as const) {
  testOnEach(`${how} ends it as it ends the first, and the turn is there again`, slow, async (llm, connection) => {
    const messages: unknown[] = []
    llm.subscribe(({ response }) => messages.push(response.message))
    const both = [sayHi(connection), sayHi(connection)]
    await llm.arrived(2)
    end(llm)
    expect(await Promise.all(both)).toEqual(['fixture_failed', 'fixture_failed'])
    await llm.settled()
    if (how === 'llm.close()') {
      expect(llm.journal.map(({ response }) => response.message)).toEqual([
        "Response 1 of step 'a' of conversation 'c' could not be given: llm.close() ended this answer while it was on its way. Await the requests of a test before it ends",
        'llm.close() ended this answer while it was on its way. Await the requests of a test before it ends.',
      ])
    } else expect([messages, llm.journal]).toEqual([[], []])
    expect(await llm.pass(sayHi(connection))).toEqual(['Here.'])
    expect(accountOf(llm).at(-1)).toEqual([3, 'a', 0, false, null])
  })
}

testOnEach('settled() waits for it', slow, async (llm, connection) => {
  const both = [sayHi(connection), sayHi(connection)]
  await llm.arrived(2)
  let settled = false
  const settling = llm.settled().then(() => (settled = true))
  await llm.clock.tick(999)
  expect(settled).toBe(false)
  await llm.pass(settling)
  expect(llm.journal.map(({ response, delivery }) => [response.replayed, delivery.end])).toEqual([
    [false, 'completed'],
    [true, 'completed'],
  ])
  await Promise.all(both)
})
