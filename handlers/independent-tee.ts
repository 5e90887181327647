/** Makes the body of a response fit for a host that tees it and leaves one branch unread. */
import type { Reply } from './respond.ts'

/**
 * Gives `response.body` a `tee` of its own: either branch can be cancelled without the other's consent.
 *
 * @note msw 2 clones each mocked response for its listeners and never reads the clone. A standard tee settles a
 * cancel only when both branches are cancelled, so an SDK that discards a body before a retry, or leaves a stream
 * early, waits for ever. undici calls the body's own `tee`, which is the one thing of ours that reaches inside. The
 * second branch still gets a copy of every byte.
 */
export function withIndependentTee({ response, text }: Reply): Response {
  const { body } = response
  if (body !== null) {
    const value = text === null ? () => teeIndependently(body) : () => [readyBranch(text), readyBranch(text)]
    Object.defineProperty(body, 'tee', { configurable: true, value })
  }
  return response
}

/** Of a body that is known, nothing has to be read to give it twice. */
function readyBranch(text: string): ReadableStream<Bytes> {
  return new ReadableStream<Bytes>({
    start(controller) {
      if (text !== '') controller.enqueue(new TextEncoder().encode(text))
      controller.close()
    },
  })
}

type Bytes = Uint8Array<ArrayBuffer>

interface Branch {
  readonly stream: ReadableStream<Bytes>
  readonly controller: ReadableStreamDefaultController<Bytes>
  open: boolean
}

function teeIndependently(source: ReadableStream<Bytes>): [ReadableStream<Bytes>, ReadableStream<Bytes>] {
  const reader = source.getReader()
  let reading: Promise<void> | null = null

  async function readOne(): Promise<void> {
    try {
      const { done, value } = await reader.read()
      if (done) return closeAll([main, copy])
      if (main.open) main.controller.enqueue(value)
      if (copy.open) copy.controller.enqueue(main.open ? value.slice() : value)
    } catch (error) {
      for (const branch of [main, copy]) if (branch.open) closing(branch).error(error)
    } finally {
      reading = null
    }
  }

  const pull = (): Promise<void> => (reading ??= readOne())
  const main = makeBranch(pull, async (reason) => {
    main.open = false
    closeAll([copy])
    await reader.cancel(reason)
  })
  const copy = makeBranch(pull, async () => {
    copy.open = false
  })
  return [main.stream, copy.stream]
}

function closeAll(branches: readonly Branch[]): void {
  for (const branch of branches) if (branch.open) closing(branch).close()
}

function closing(branch: Branch): ReadableStreamDefaultController<Bytes> {
  branch.open = false
  return branch.controller
}

function makeBranch(pull: () => Promise<void>, cancel: (reason: unknown) => Promise<void>): Branch {
  let controller!: ReadableStreamDefaultController<Bytes>
  const stream = new ReadableStream<Bytes>(
    {
      start(own) {
        controller = own
      },
      pull,
      cancel,
    },
    { highWaterMark: 0 },
  )
  return { stream, controller, open: true }
}
