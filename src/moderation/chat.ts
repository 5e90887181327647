/** Chat completions as Azure sends them: keys in alphabetical order, and what its content filter says. */
import { answerAsHistory } from '../conversation/answer-as-history.ts'
import type { JsonObject, JsonValue } from '../json.ts'
import { encodeAzureError, encodeAzureRejection } from '../protocols/azure-envelope.ts'
import { azureHeaders } from '../protocols/azure-headers.ts'
import type {
  ChatCompletionBody,
  ChatCompletionChunk,
  ChatCompletionsTraits,
  ChatContext,
  ChunkKind,
} from '../protocols/chat-completions/index.ts'
import { sortKeys, without } from '../protocols/reshape.ts'
import type { ContentFilter } from './content-filter.ts'
import {
  filterError,
  filteredPrompt,
  laterPromptKeyOf,
  promptKeyOf,
  resultsOfPrompt,
  safeResults,
  violationOf,
  wireResults,
  type FilterResults,
  type PromptKey,
} from './filter-results.ts'
import type { Moderation } from './moderate.ts'
import { blockChatPrompt, blockedPromptMessage, encodeBlockedChat } from './prompt-block.ts'
import type { Verdict } from './schedule.ts'

/** The traits of every chat route that runs an OpenAI model on Azure. */
export const azureChat: ChatCompletionsTraits = moderatedChat(
  {
    formatBody: (body) => `${JSON.stringify(body)}\n`,
    adaptCompletion: (body) => sortKeys(without(body, 'service_tier')),
    adaptChunk: (chunk) => sortKeys(without(chunk, 'service_tier')),
    encodeRejection: (rejection) =>
      rejection.code === 'content_filter'
        ? encodeBlockedChat(rejection.message, rejection.filterResults ?? filteredPrompt)
        : encodeAzureRejection(rejection),
    encodePromptBlock: (_, block) => blockChatPrompt(blockedPromptMessage, block),
    encodeError: encodeAzureError,
    headers: azureHeaders,
  },
  'empty',
)

/**
 * Adds a content filter to a host of chat completions.
 *
 * @param whenOff What its choices say where the filter is off: `content_filter_results` with nothing in it, or no such key.
 */
export function moderatedChat(host: ChatCompletionsTraits, whenOff: 'empty' | 'absent'): ChatCompletionsTraits {
  const { adaptCompletion = asItIs, adaptChunk = asItIs } = host
  return {
    ...host,
    adaptCompletion: (body, context) => {
      const sayings = context.moderations.map((_, index) => sayingOf(context, whenOff, index))
      const adapted = adaptCompletion(body, context)
      const choices = (adapted['choices'] as readonly JsonObject[]).map((choice, index) => {
        const saying = sayings[index]
        return saying === undefined ? choice : withBlockedMessage(saidOf(choice, saying, resultsOfBody(saying)), saying)
      })
      return withPromptResults({ ...adapted, choices }, sayingOf(context, whenOff))
    },
    adaptChunk: (chunk, kind, context) => {
      const saying = sayingOf(context, whenOff)
      const own = adaptChunk(chunk, kind, context)
      const adapted = saying.documented ? documented(chunk, kind, own['usage'] ?? null) : own
      return saying.follows
        ? adapted
        : withResults(adapted, saying, resultsOfChunk(saying, chunk, kind), saying.documented)
    },
    asHistory: (choice, transport) =>
      answerAsHistory(transport === 'json' && hidesContent(choice.moderation) ? { ...choice, visible: '' } : choice),
    openingFrame: (context) => {
      const saying = sayingOf(context, whenOff)
      if (saying.promptKey === null) return null
      const results = { [saying.promptKey]: resultsOfPrompt(saying.filter.prompt ?? safeResults) }
      return saying.documented
        ? { id: '', object: '', created: 0, model: '', ...results, choices: [], usage: null }
        : { choices: [], created: 0, id: '', model: '', object: '', ...results }
    },
    annotationFrame: (verdict, choice, context) => annotationOf(verdict, choice, sayingOf(context, whenOff).documented),
  }
}

/** What there is to say of one answer. */
interface Saying {
  readonly filter: ContentFilter
  readonly documented: boolean
  /** The results follow in frames of their own. */
  readonly follows: boolean
  /** `null`: nothing is said of the prompt. */
  readonly promptKey: PromptKey | null
  /** `null`: nothing is said of the answer. */
  readonly results: FilterResults | null
  /** Whether a choice without results says so. */
  readonly empty: boolean
}

function sayingOf(
  { request: { apiVersion }, moderations }: ChatContext,
  whenOff: 'empty' | 'absent',
  index = 0,
): Saying {
  const moderation = moderations[index] ?? null
  const filter = moderation?.filter ?? {}
  const isDocumented = filter.dialect === 'documented'
  const annotated = promptKeyOf(apiVersion) !== null || isDocumented || moderation?.stated === true
  const on = moderation !== null && filter.mode !== 'off' && annotated
  return {
    filter,
    documented: isDocumented,
    follows: moderation?.schedule != null,
    promptKey: on && filter.error === undefined ? (filter.promptKey ?? laterPromptKeyOf(apiVersion)) : null,
    results: on ? (filter.completion ?? safeResults) : null,
    empty: on || (whenOff === 'empty' && annotated),
  }
}

/** A block is told by its category alone in a stream, and beside the others in a body. */
function verdictOf({ block }: ContentFilter): FilterResults | null {
  return block === undefined ? null : (block.results ?? violationOf(block.category))
}

function resultsOfBody({ results, filter }: Saying): FilterResults {
  return results === null ? {} : { ...results, ...verdictOf(filter) }
}

function resultsOfChunk({ results, filter }: Saying, { choices }: ChatCompletionChunk, kind: ChunkKind): FilterResults {
  if (results === null) return {}
  if (kind === 'content') return results
  const blocked = kind === 'finish' && choices[0]?.finish_reason === 'content_filter'
  return blocked ? (verdictOf(filter) ?? {}) : {}
}

function withResults(body: JsonObject, saying: Saying, said: FilterResults, last = false): JsonObject {
  const choices = body['choices'] as readonly JsonObject[]
  return { ...body, choices: choices.map((choice) => saidOf(choice, saying, said, last)) }
}

/** A choice with what is said of it, in the first or the last place. */
function saidOf(choice: JsonObject, { empty, filter, results }: Saying, said: FilterResults, last = false): JsonObject {
  if (!empty) return choice
  const own: JsonObject =
    results !== null && filter.error !== undefined
      ? { content_filter_result: { error: filterError(filter.error) }, content_filter_results: {} }
      : { content_filter_results: wireResults(said) }
  return last ? { ...choice, ...own } : { ...own, ...choice }
}

/** The results are in an order of their own, so they come in when the rest is sorted. */
function withPromptResults(body: JsonObject, { promptKey, filter }: Saying): JsonObject {
  if (promptKey === null) return body
  const entries = Object.entries(body)
  const place = entries.findIndex(([name]) => name > promptKey)
  const results: [string, JsonValue] = [promptKey, resultsOfPrompt(filter.prompt ?? safeResults)]
  return Object.fromEntries(entries.toSpliced(place === -1 ? entries.length : place, 0, results))
}

/** A blocked answer shows what came before the block, or, as recorded, `null` or no content at all. */
function withBlockedMessage(choice: JsonObject, saying: Saying): JsonObject {
  if (!hidesContent(saying)) return choice
  const message = choice['message'] as JsonObject
  return {
    ...choice,
    message: saying.filter.blockedMessage === 'null' ? { ...message, content: null } : without(message, 'content'),
  }
}

function hidesContent(moderation: Pick<Moderation, 'filter'> | null): boolean {
  const { block, blockedMessage = 'content' } = moderation?.filter ?? {}
  return block !== undefined && blockedMessage !== 'content'
}

/** The frame as Azure's documents print it. */
function documented(
  { id, object, created, model, choices }: ChatCompletionChunk,
  kind: ChunkKind,
  usage: JsonValue,
): JsonObject {
  return {
    id,
    object,
    created,
    model,
    choices: choices.map(({ index, finish_reason, delta }) => ({
      index,
      finish_reason,
      delta: kind === 'role' ? { role: 'assistant', ...(delta.tool_calls && { tool_calls: delta.tool_calls }) } : delta,
    })),
    usage,
  }
}

function annotationOf({ offsets, results, raw, blocks }: Verdict, index: number, isDocumented: boolean): JsonObject {
  const content_filter_offsets = { check_offset: offsets.check, start_offset: offsets.start, end_offset: offsets.end }
  const content_filter_raw = raw === undefined ? {} : { content_filter_raw: raw }
  const content_filter_results = wireResults(results)
  const finish_reason = blocks ? 'content_filter' : null
  return isDocumented
    ? {
        id: '',
        object: '',
        created: 0,
        model: '',
        choices: [{ index, finish_reason, content_filter_results, ...content_filter_raw, content_filter_offsets }],
        usage: null,
      }
    : {
        choices: [{ content_filter_offsets, ...content_filter_raw, content_filter_results, finish_reason, index }],
        created: 0,
        id: '',
        model: '',
        object: '',
      }
}

function asItIs(body: ChatCompletionBody | ChatCompletionChunk): JsonObject {
  return body
}
