/** Gives a client each outcome, and says in a few words what it saw. */
import {
  fails,
  filtered,
  promptBlocked,
  refused,
  scenario,
  streamError,
  text,
  type FixtureResponse,
  type LlmMock,
} from 'msw-llm'
import type { Outcome } from './client-cells.ts'
import type { Client, Route } from './clients/client.ts'

interface Words {
  readonly whole: string
  readonly part: string
}

const prose: Words = { whole: 'The lamp is lit at dusk.', part: 'The lamp is' }
const structured: Words = { whole: '{"lit": "at dusk, every day"}', part: '{"lit": "at dusk,' }
const refusal = 'I cannot help.'

/** Tokens a second of an answer that is stopped. */
const pace = { tokensPerSecond: 20 }
const asynchronous = { mode: 'async', windowCharacters: 8 } as const

/** So many frames have come when three pieces of text have. */
const framesOfPart: Readonly<Record<Route, number>> = {
  openai: 4,
  responses: 7,
  azure: 5,
  deepseek: 4,
  anthropic: 6,
  gemini: 3,
}

/** Whether there is such a thing on the route, in this way of asking. */
export function happens(outcome: Outcome, { route, streams }: Client): boolean {
  switch (outcome) {
    case 'refusal':
      return route !== 'deepseek' && route !== 'gemini'
    case 'filtered':
    case 'filtered with nothing':
      return route !== 'anthropic'
    case 'annotated later':
    case 'blocked after text':
      return route === 'azure'
    case 'cut':
    case 'error in the stream':
      return streams
    default:
      return true
  }
}

export function responsesOf(
  outcome: Outcome,
  client: Pick<Client, 'route' | 'streams'>,
  { whole, part }: Words = prose,
): readonly FixtureResponse[] {
  const afterFrame = framesOfPart[client.route]
  const policy = { requests: ['structured_output', 'tools'] } as const
  switch (outcome) {
    case 'ordinary':
      return [text(whole)]
    case 'refusal':
      return [refused(refusal, policy)]
    case 'filtered':
      return [filtered(part, policy)]
    case 'filtered with nothing':
      return [filtered('', policy)]
    case 'prompt blocked':
      return [promptBlocked()]
    case 'annotated later':
      return [text(whole, { contentFilter: asynchronous })]
    case 'blocked after text':
      return [text(whole, { contentFilter: { ...asynchronous, block: { category: 'hate', at: 9 } } })]
    case 'cut':
      return [text(whole, { streamDelivery: { fault: 'eof', afterFrame } })]
    case 'error in the stream':
      return [text(whole, { streamDelivery: streamError({ afterFrame }) })]
    case '429, then an answer':
      return [fails(429, { retryAfterSeconds: 0, retryAfterMilliseconds: 20 }), text(whole)]
    case 'stopped':
      return [text(whole, client.streams ? { pace } : { delayMilliseconds: 500 })]
  }
}

/** Text, refusal, finish reason, error and the number of calls, as far as there is something to say of them. */
export async function observe(client: Client, outcome: Outcome, llm: LlmMock, calls: () => number): Promise<string> {
  const words = client.asksForObject ? structured : prose
  llm.use(scenario('outcome', { responses: responsesOf(outcome, client, words) }))
  const stop = new AbortController()
  let shown = ''
  let told: unknown
  const asking = client.ask({
    signal: stop.signal,
    text(piece) {
      shown += piece
      if (outcome === 'stopped' && piece !== '') stop.abort()
    },
    error: (error) => void (told ??= error),
  })
  if (outcome === 'stopped' && !client.streams) setTimeout(() => stop.abort(), 50)
  const parts: string[] = []
  try {
    const { finish, refusal: apart } = await asking
    if (apart != null && apart !== '') parts.push('the refusal by itself')
    parts.push(finish ?? 'no reason')
    if (told !== undefined) parts.push(`tells \`${nameOf(told)}\``)
  } catch (error) {
    parts.push(`throws \`${nameOf(error)}\``)
    if (told !== undefined && nameOf(told) !== nameOf(error)) parts.push(`tells \`${nameOf(told)}\``)
  }
  if (calls() !== 1) parts.push(`${calls()} calls`)
  return [describeText(shown, words), ...parts].join(', ')
}

function describeText(shown: string, { whole, part }: Words): string {
  if (shown === '') return 'no text'
  if (shown === whole) return 'whole'
  if (shown === part || whole.startsWith(shown)) return 'part'
  return shown === refusal ? 'the refusal as text' : `"${shown}"`
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.constructor.name : String(error))
