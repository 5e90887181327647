/** A client without an SDK: it reads as fast as it can and notes what it has seen so far. */
import { createParser } from 'eventsource-parser'
import { requestOf, type Call } from './wire.ts'

/** What a client knows of its answer. */
export interface View {
  readonly status: number | null
  readonly code: string | null
  readonly id: string | null
  readonly kind: string | null
  readonly text: string
  readonly end: 'open' | 'done' | 'failed'
}

export const blankView: View = { status: null, code: null, id: null, kind: null, text: '', end: 'open' }

interface Text {
  readonly content?: string | null
  readonly refusal?: string | null
}

interface Body {
  readonly id?: string
  readonly deleted?: boolean
  readonly error?: { readonly code: string | null; readonly message: string } | null
  readonly choices?: readonly {
    readonly message?: Text
    readonly delta?: Text
    readonly finish_reason: string | null
  }[]
  readonly status?: string
  readonly output?: readonly { readonly content: readonly { type: string; text?: string; refusal?: string }[] }[]
  readonly type?: string
  readonly delta?: string
  readonly response?: Body
}

export class Client {
  view: View = blankView
  /** Of an error. */
  message = ''
  readonly #leaving = new AbortController()
  #reader: ReadableStreamDefaultReader<Uint8Array> | null = null
  #kind: string | null = null

  constructor(fetch: typeof globalThis.fetch, call: Call) {
    void this.#ask(fetch, call)
  }

  /** By its signal, or by letting go of the body. */
  leave(how: 'abort' | 'cancel'): void {
    if (how === 'cancel' && this.#reader !== null) void this.#reader.cancel()
    else this.#leaving.abort(new Error('The client has left'))
  }

  async #ask(fetch: typeof globalThis.fetch, call: Call): Promise<void> {
    const { url, init } = requestOf(call)
    try {
      const response = await fetch(url, { ...init, signal: this.#leaving.signal })
      this.#see({ status: response.status })
      const streams = response.headers.get('content-type')?.startsWith('text/event-stream') === true
      if (streams && response.body !== null) await this.#readStream(response.body.getReader())
      else this.#readWhole((await response.json()) as Body)
      this.#see({ end: 'done' })
    } catch {
      this.#see({ end: 'failed' })
    }
  }

  #see(seen: Partial<View>): void {
    this.view = { ...this.view, ...seen }
  }

  #readWhole(body: Body): void {
    if (body.error != null) {
      this.message = body.error.message
      this.#see({ code: body.error.code })
    } else if (body.deleted === true) {
      this.#see({ id: body.id ?? null, kind: 'deleted' })
    } else if (body.choices === undefined) {
      this.#see({ id: body.id ?? null, ...readOutput(body) })
    } else {
      const [choice] = body.choices
      const { content, refusal } = choice?.message ?? {}
      const kind = typeof refusal === 'string' ? 'refused' : finishKind(choice?.finish_reason)
      this.#see({ id: body.id ?? null, kind, text: refusal ?? content ?? '' })
    }
  }

  async #readStream(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
    this.#reader = reader
    const decoder = new TextDecoder()
    const parser = createParser({ onEvent: ({ data }) => this.#readEvent(data) })
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      parser.feed(decoder.decode(read.value, { stream: true }))
    }
  }

  #readEvent(data: string): void {
    if (data === '[DONE]') return this.#see({ kind: this.#kind })
    const event = JSON.parse(data) as Body
    if (event.response !== undefined) {
      this.#see({ id: event.response.id ?? null })
      if (event.response.status !== 'in_progress') this.#see(readOutput(event.response))
    } else if (event.type?.endsWith('.delta') === true) {
      this.#see({ text: this.view.text + event.delta })
    } else if (event.choices !== undefined) {
      const [choice] = event.choices
      const { content, refusal } = choice?.delta ?? {}
      if (typeof refusal === 'string') this.#kind = 'refused'
      else if (choice?.finish_reason && this.#kind === null) this.#kind = finishKind(choice.finish_reason)
      this.#see({ id: event.id ?? null, text: this.view.text + (refusal ?? content ?? '') })
    }
  }
}

function finishKind(reason: string | null | undefined): string {
  return reason === 'content_filter' ? 'filtered' : 'ordinary'
}

function readOutput({ status, output = [] }: Body): Pick<View, 'kind' | 'text'> {
  const [part] = output[0]?.content ?? []
  const kind = part?.type === 'refusal' ? 'refused' : status === 'incomplete' ? 'filtered' : 'ordinary'
  return { kind, text: part?.refusal ?? part?.text ?? '' }
}
