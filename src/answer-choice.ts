/** What a route makes of the answers that a fixture holds. */
import type { PendingExchange } from './exchange.ts'
import type { Choice, FixtureResponse } from './fixture/response.ts'
import type { ContentFilter } from './moderation/content-filter.ts'
import { moderate, piecesOf, wholeText, type FixtureCallPieces } from './moderation/moderate.ts'
import type { RecordedResponse } from './journal/record.ts'
import type { AnswerChoice, AnsweredToolCall, AnswerOutcome } from './protocols/protocol.ts'

export interface Filtered {
  readonly choice: AnswerChoice
  /** What of it was generated, and so is counted. */
  readonly generated: string
}

/** One choice as the route's content filter lets it through; without a filter, as it is. */
export function answerChoice(
  { arrival: { route, params }, request }: PendingExchange,
  response: FixtureResponse,
  fixture: FixtureResponse | Choice,
): Filtered {
  const { canonical, transport, promptLength } = request
  const { calls, ...text } = piecesOf(fixture)
  const pieces = { ...text, calls: calls.map(answerToolCall) }
  const own = filterOfChoice(response, fixture)
  const filtered =
    route.contentFilter === undefined
      ? { ...pieces, called: pieces.calls, visible: pieces.content, delivered: wholeText(pieces), moderation: null }
      : moderate(pieces, route.contentFilter(canonical.model, params), own, {
          streamed: transport !== 'json',
          annotates: route.protocol.annotates === true,
          apiVersion: canonical.apiVersion,
          promptLength: promptLength ?? (() => 0),
        })
  const { outputDisposition: disposition, finishReason = filtered.calls.length > 0 ? 'tool_calls' : 'stop' } = fixture
  const isBlocked = filtered.moderation?.filter.block !== undefined
  return {
    choice: {
      content: filtered.content,
      visible: filtered.visible,
      chunks: filtered.chunks,
      toolCalls: filtered.calls,
      outcome: disposition?.kind ?? (isBlocked ? 'filtered' : 'ordinary'),
      finishReason,
      moderation: filtered.moderation,
    },
    generated: filtered.called.map(({ name }) => name).join('') + filtered.delivered,
  }
}

/** Further choices share how the filter works, and have results and a block of their own; what one states, all do. */
function filterOfChoice(response: FixtureResponse, fixture: FixtureResponse | Choice): ContentFilter | undefined {
  const { contentFilter: shared, choices = [] } = response
  if (shared === undefined && choices.every(({ contentFilter }) => contentFilter === undefined)) return undefined
  if (fixture === response) return shared ?? {}
  const { contentFilter: own } = fixture
  return { ...shared, annotations: undefined, completion: own?.completion, block: own?.block }
}

function answerToolCall({ call, argumentText: text, chunks }: FixtureCallPieces): AnsweredToolCall {
  return { id: call.id ?? null, name: call.name, argumentText: text, chunks }
}

/** The journal shows one choice of several: the first that a policy decided, else the first. */
export function tellingChoice(
  response: FixtureResponse,
  choices: readonly AnswerChoice[],
): { readonly outcome: AnswerOutcome; readonly response: Pick<RecordedResponse, 'content' | 'outputDisposition'> } {
  const index = Math.max(
    choices.findIndex(({ outcome }) => outcome !== 'ordinary'),
    0,
  )
  const fixture = index === 0 ? response : response.choices?.[index - 1]
  const { content = '', outputDisposition: disposition = null } = fixture ?? {}
  return {
    outcome: choices[index]?.outcome ?? 'ordinary',
    response: {
      content,
      outputDisposition: disposition && {
        kind: disposition.kind,
        category: disposition.category ?? null,
        explanation: disposition.explanation ?? null,
      },
    },
  }
}
