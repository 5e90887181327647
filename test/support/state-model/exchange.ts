/** One request as the reference sees it, and what the journal and the client should see of it. */
import type { FixtureResponse, JournalEntry, Message, Outcome } from 'msw-llm'
import { blankView, type View } from './client.ts'
import { identityOf, responseIdOf, routeOf, type Call } from './wire.ts'
import type { Placed, World } from './world.ts'

export interface Place {
  readonly placed: Placed
  readonly step: string | null
  readonly index: number
  readonly replayed: boolean
}

/** Frames around those of the text: role; finish and `[DONE]`. Four events before the deltas, and four after. */
const framesAround = { chat: { before: 1, after: 2 }, responses: { before: 4, after: 4 } } as const

export class Exchange {
  /** `waits`: for another request with this history. `held`: in a delay, or in its function. */
  phase: 'waits' | 'held' | 'streaming' | 'over' | 'left' = 'waits'
  outcome: Outcome | null = null
  status = 200
  code: string | null = null
  place: Place | null = null
  response: FixtureResponse | null = null
  /** The whole history, as far as the request was read. */
  messages: readonly Message[] = []
  countsPrompt = false
  /** Of a request for a stored response. */
  found: Exchange | null = null
  framesTotal = 1
  framesSent = 1
  end: JournalEntry['delivery']['end'] = 'completed'
  readonly sequence: number
  readonly call: Call
  readonly world: World

  constructor(sequence: number, call: Call, world: World) {
    this.sequence = sequence
    this.call = call
    this.world = world
  }

  get streams(): boolean {
    return this.call.kind === 'ask' && this.call.stream && this.isAnswer
  }

  /** Content came, or is to come. */
  get isAnswer(): boolean {
    return this.code === null && this.response !== null && this.outcome !== null
  }

  get id(): string {
    if (this.call.kind === 'lookup') return this.call.id
    const isChat = this.call.kind === 'ask' && this.call.route === 'chat'
    return isChat ? `chatcmpl-${identityOf(this.sequence).padStart(29, '0')}` : responseIdOf(this.sequence)
  }

  get chunks(): readonly string[] {
    return this.response?.streamChunks ?? []
  }

  get frames(): { readonly before: number; readonly after: number } {
    return framesAround[this.call.kind === 'ask' ? this.call.route : 'chat']
  }

  /** As a client sends it back. */
  get said(): Message {
    const refused = this.response?.outputDisposition?.kind === 'refused'
    return {
      role: 'assistant',
      content: this.response?.content ?? '',
      ...(refused && { outputDisposition: { kind: 'refused' as const } }),
    }
  }

  /** What its client should have seen by now; `null`: nobody looks. */
  get view(): View | null {
    switch (this.phase) {
      case 'left':
        return null
      case 'waits':
      case 'held':
        return blankView
      default:
    }
    if (this.call.kind === 'lookup' && this.found !== null) {
      const { outcome, response } = this.found
      const isDeleted = this.call.method === 'DELETE'
      const told = isDeleted ? { kind: 'deleted', text: '' } : { kind: outcome, text: response?.content ?? '' }
      return { ...blankView, status: 200, id: this.id, ...told, end: 'done' }
    }
    if (!this.isAnswer) return { ...blankView, status: this.status, code: this.code, end: 'done' }
    const { before } = this.frames
    const whole = this.end === 'completed'
    return {
      status: 200,
      code: null,
      id: this.id,
      kind: whole ? this.outcome : null,
      text: this.chunks.slice(0, this.streams ? Math.max(0, this.framesSent - before) : undefined).join(''),
      end: whole ? 'done' : this.end === 'errored' ? 'failed' : 'open',
    }
  }

  /** What its journal entry should say, as far as `factsOf` looks. */
  get facts(): unknown {
    const { call, place, response } = this
    const { model, session } = call.scope
    const content = this.isAnswer ? (response?.content ?? '') : null
    const counted = (text: string): number => Math.ceil(text.length / 4)
    const readsPrompt = this.isAnswer || this.countsPrompt
    const isStream = this.streams
    return {
      sequence: this.sequence,
      outcome: this.outcome,
      route: routeOf(call),
      model: call.kind === 'ask' ? model : '',
      session,
      stream: call.kind === 'ask' && call.stream,
      messages: this.messages,
      status: this.status,
      code: this.code === 'scripted' ? null : this.code,
      dataset: place?.placed.dataset ?? null,
      scenario: place?.placed.scenario.id ?? null,
      step: place?.step ?? null,
      index: place?.index ?? null,
      replayed: place?.replayed ?? false,
      content,
      kind: this.isAnswer ? (response?.outputDisposition?.kind ?? null) : null,
      inputTokens: readsPrompt ? this.messages.reduce((sum, message) => sum + counted(message.content), 0) : 0,
      outputTokens: counted(content ?? ''),
      delivery: {
        transport: isStream ? 'sse' : 'json',
        framesTotal: this.framesTotal,
        framesSent: this.framesSent,
        terminalMarkerObserved: isStream ? this.end === 'completed' : null,
        end: this.end,
      },
    }
  }
}

/** What the reference has a word about in an entry. */
export function factsOf({ sequence, outcome, request, response, delivery }: JournalEntry): unknown {
  const { route, model, session, stream, messages } = request
  const { status, code, dataset, scenario, step, index, replayed, content, outputDisposition, usage } = response
  const { inputTokens, outputTokens } = usage
  return {
    sequence,
    outcome,
    route,
    model,
    session,
    stream,
    messages,
    status,
    code,
    dataset,
    scenario,
    step,
    index,
    replayed,
    content,
    kind: outputDisposition?.kind ?? null,
    inputTokens,
    outputTokens,
    delivery,
  }
}
