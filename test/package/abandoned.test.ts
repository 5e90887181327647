/** A program that abandons its streams ends by itself. */
import { expect, test } from 'vitest'
import { makeConsumer } from './consumer.ts'

const program = (host: string): string => `
import { setupServer } from 'msw/node'
import { createLlmMock, scenario, text } from 'msw-llm'

const llm = createLlmMock()
const pace = { firstTokenMilliseconds: 5, tokensPerSecond: 100 }
const stall = { fault: 'stall', afterFrame: 2 }
llm.use(
  scenario('abandoned', {
    responses: [
      text('One two three.'),
      text('One two three.', { pace: { tokensPerSecond: 1000 } }),
      text('One two three.', { streamDelivery: stall }),
      text('One two three.', { streamDelivery: { fault: 'abort', afterFrame: 2 } }),
      text('One two three.', { pace }),
      text('One two three.', { pace }),
      text('One two three.', { delayMilliseconds: 20 }),
    ],
  }),
)
${host}
const ask = (init = {}) =>
  call('https://api.openai.com/v1/chat/completions', {
    method: 'POST',
    body: JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content: 'Hi' }] }),
    ...init,
  })
await ask()
await ask()
const stalled = (await ask()).body.getReader()
await stalled.read()
const broken = (await ask()).body.getReader()
await broken.read()
const leaving = new AbortController()
const aborted = (await ask({ signal: leaving.signal })).body.getReader()
await aborted.read()
leaving.abort()
const cancelled = (await ask()).body.getReader()
await cancelled.read()
await cancelled.cancel()
const early = new AbortController()
const never = ask({ signal: early.signal }).catch(() => {})
setTimeout(() => early.abort(), 2)
await never
console.log('done')
`

test.each([
  ['llm.fetch', 'const call = llm.fetch'],
  ['setupServer', 'setupServer(...llm.handlers).listen()\nconst call = fetch'],
] as const)('streams that nobody reads, leaves, or waits for do not keep a process alive, through %s', (_, host) => {
  for (const msw of ['msw', 'msw2'] as const) {
    const consumer = makeConsumer({ msw })
    consumer.write('abandoned.js', program(host))
    expect(consumer.run('abandoned.js')).toEqual({ status: 0, output: 'done' })
  }
})
