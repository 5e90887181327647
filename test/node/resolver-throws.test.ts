import { http } from 'msw'
import { setupServer } from 'msw/node'
import { expect, test, vi } from 'vitest'
import { failOnUnhandled } from '#hosts'
import { openaiOn, says } from '../support/openai.ts'

/** @note Why nothing of ours throws there: the error would be answered as a 500, and the client would try again. */
test('an error in a resolver becomes a 500, which the client sends three times', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  let calls = 0
  const server = setupServer(
    http.post('https://api.openai.com/v1/chat/completions', () => {
      calls++
      throw new Error('from the resolver')
    }),
  )
  server.listen(failOnUnhandled)
  // Only the first answer's status matters, so the client need not wait between its attempts.
  const statuses: number[] = []
  const client = openaiOn(
    { fetch: undefined },
    {
      fetch: async (url, init) => {
        const response = await fetch(url, init)
        statuses.push(response.status)
        return new Response(null, { status: response.status, headers: { 'retry-after-ms': '1' } })
      },
    },
  )
  await expect(client.chat.completions.create(says('Hi'))).rejects.toMatchObject({ status: 500 })
  server.close()
  vi.restoreAllMocks()
  expect([statuses, calls]).toEqual([[500, 500, 500], 3])
})
