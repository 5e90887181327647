import { http, HttpResponse } from 'msw'
import { setupWorker } from 'msw/browser'
import { expect, test, vi } from 'vitest'

/** @note Why every stream says text/event-stream: the worker keeps a clone of all other bodies, and a cancel is lost in it. */
test('behind the worker a cancel reaches a stream of text/event-stream, and no other', async () => {
  const cancelled: string[] = []
  const endless = (contentType: string): Response => {
    const body = new ReadableStream({
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve, 10))
        controller.enqueue(new TextEncoder().encode('data: {}\n\n'))
      },
      cancel: () => void cancelled.push(contentType),
    })
    return new HttpResponse(body, { headers: { 'content-type': contentType } })
  }
  const worker = setupWorker(http.get('https://stream.test/', ({ request }) => endless(request.headers.get('x-type')!)))
  await worker.start({ quiet: true })
  for (const type of ['application/json', 'text/event-stream']) {
    const response = await fetch('https://stream.test/', { headers: { 'x-type': type } })
    const reader = response.body!.getReader()
    await reader.read()
    await reader.cancel()
  }
  await vi.waitFor(() => expect(cancelled).toEqual(['text/event-stream']))
  await worker.stop()
})
