/** Prints the bytes of heap that each request through msw leaves behind. Run with --expose-gc. */
import { http, type RequestHandler } from 'msw'
import { setupServer } from 'msw/node'
import { createLlmMock } from 'msw-llm'

const url = 'https://api.openai.com/v1/chat/completions'
/** Ours rejects the body below, so nothing of a request is kept but a journal entry, of which there may be two. */
const llm = createLlmMock({ journal: { maximumEntries: 2 } })
const framed = { headers: { 'content-length': '2' } }

const subjects: Record<string, readonly RequestHandler[]> = {
  ours: llm.handlers,
  unread: [http.post(url, () => new Response('{}', framed))],
  unframed: [http.post(url, async ({ request }) => (await request.clone().text(), new Response('{}')))],
}

const server = setupServer(...(subjects[process.argv[2] ?? ''] ?? []))
server.listen({ onUnhandledFrame: 'error' })

async function send(count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    const response = await fetch(url, { method: 'POST', body: JSON.stringify({ model: 'gpt-5.5', messages: [] }) })
    await response.text()
  }
  for (let round = 0; round < 5; round++) {
    globalThis.gc!()
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

await send(200)
const before = process.memoryUsage().heapUsed
await send(400)
console.log(Math.round((process.memoryUsage().heapUsed - before) / 400))
server.close()
