/** Clients that do not use fetch: axios, and whatever else is built on `node:https`. */
import https from 'node:https'
import { setupServer } from 'msw/node'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLlmMock, scenario, text } from 'msw-llm'
import { failOnUnhandled, mswMajor } from '#hosts'
import { turn } from '../../handlers/turn.ts'
import { watchedClock } from '../support/clock.ts'
import { chatUrl, says } from '../support/openai.ts'

const clock = watchedClock()
const llm = createLlmMock({ clock })
const server = setupServer(...llm.handlers)

beforeEach(() => server.listen(failOnUnhandled))
afterEach(async () => {
  llm.reset()
  for (let turns = 0; turns < 3; turns++) await turn()
  server.close()
})

interface Sent {
  readonly request: ReturnType<typeof https.request>
  /** What has come, or the error's code. */
  readonly ended: Promise<string>
  received(): string
}

function send(body: unknown): Sent {
  let received = ''
  const request = https.request(chatUrl, { method: 'POST', headers: { 'content-type': 'application/json' } })
  const ended = new Promise<string>((resolve) => {
    const failed = (error: NodeJS.ErrnoException): void => resolve(error.code ?? error.message)
    request.on('error', failed).on('response', (response) => {
      response.on('data', (bytes) => (received += String(bytes)))
      response.on('end', () => resolve(received)).on('error', failed)
    })
  })
  request.end(JSON.stringify(body))
  return { request, ended, received: () => received }
}

test('node:https reads bodies and streams', async () => {
  llm.use(scenario('two', { responses: [text('One'), text('Two three')] }))
  const completion = JSON.parse(await send(says('Hi')).ended) as { choices: { message: { content: string } }[] }
  expect(completion.choices[0]?.message.content).toBe('One')
  const events = (await send({ ...says('Hi'), stream: true }).ended).split('\n\n')
  expect([events.length, events.at(-2)]).toEqual([6, 'data: [DONE]'])
})

/** @note msw 2 tells nobody that such a client has left, so the response is used up. */
test(`msw ${mswMajor} ${mswMajor === 3 ? 'tells of' : 'does not tell of'} a node:https client that leaves during a delay`, async () => {
  llm.use(scenario('slow', { responses: [text('One', { delayMilliseconds: 1000 }), text('Two')] }))
  const { request, ended } = send(says('Hi'))
  await clock.begun(1)
  request.destroy()
  expect(await ended).toBe('ECONNRESET')
  await turn()
  await clock.tick(1000)
  await llm.settled()
  expect(llm.journal.map(({ delivery }) => delivery.end)).toEqual(mswMajor === 3 ? [] : ['completed'])
})

test(`msw ${mswMajor} ${mswMajor === 3 ? 'tells of' : 'does not tell of'} a node:https client that leaves a paced stream`, async () => {
  llm.use(scenario('slow', { responses: [text('One two', { pace: { tokensPerSecond: 1 } })] }))
  const { request, received } = send({ ...says('Hi'), stream: true })
  await clock.begun(2)
  await clock.tick(0)
  await vi.waitFor(() => expect(received()).not.toBe(''))
  request.destroy()
  await turn()
  await clock.tick(10_000)
  await llm.settled()
  expect(llm.journal.map(({ delivery }) => delivery.end)).toEqual([mswMajor === 3 ? 'aborted' : 'completed'])
})
