/** Which client's types the golden wire files are held against, and where the wire knowingly says something else. */
import type { JsonObject } from '../../src/json.ts'
import { without } from '../../src/protocols/reshape.ts'

export interface Family {
  /** The folder of its golden files. */
  readonly folder: string
  /** Type expressions of a JSON body, of a frame's data, and of a list of models. */
  readonly body: string
  readonly event: string
  readonly list?: string
  readonly deviations: readonly Deviation[]
}

/** A place where the recorded wire is not what the client declares. */
export interface Deviation {
  /** The recording or document that has it so. */
  readonly source: string
  readonly applies: (value: JsonObject) => boolean
  /** The same value as the client declares it. */
  readonly repair: (value: JsonObject) => JsonObject
}

type Choice = JsonObject & { readonly delta?: JsonObject; readonly message?: JsonObject }

function choicesOf(value: JsonObject): readonly Choice[] {
  return (value['choices'] ?? []) as readonly Choice[]
}

function withChoices(value: JsonObject, change: (choice: Choice) => JsonObject): JsonObject {
  return { ...value, choices: choicesOf(value).map(change) }
}

/** A field that is sent and not declared. */
function undeclared(field: string, source: string): Deviation {
  return { source, applies: (value) => field in value, repair: (value) => without(value, field) }
}

/** A field of each choice that is sent and not declared. */
function undeclaredInChoice(field: string, source: string): Deviation {
  return {
    source,
    applies: (value) => choicesOf(value).some((choice) => field in choice),
    repair: (value) => withChoices(value, (choice) => without(choice, field)),
  }
}

const obfuscation = undeclared(
  'obfuscation',
  'chat streams of 2026 (142 of 142 have obfuscation); openai 6.49 has no word for it',
)

/** Azure's own fields, for which openai's types have no word. */
const azure: readonly Deviation[] = [
  undeclaredInChoice('content_filter_results', 'Azure streams and bodies of 2025 and 2026 have content_filter_results'),
  undeclaredInChoice('content_filter_result', 'Azure answers of 2023 and 2026 whose filter did not run'),
  undeclaredInChoice('content_filter_offsets', 'Azure async-filter streams of 2025 and October 2026'),
  undeclaredInChoice('content_filter_raw', 'the schematic of Azure’s content-streaming document'),
  undeclared('prompt_filter_results', 'Azure streams and bodies since November 2023'),
  undeclared('prompt_annotations', 'Azure answers up to 2023-07-01-preview'),
  {
    source: 'Azure’s prompt and annotation frames have an empty object',
    applies: ({ object }) => object === '',
    repair: (value) => ({ ...value, object: 'chat.completion.chunk' }),
  },
  {
    source: 'Azure’s annotation frames have no delta and no logprobs',
    applies: (value) => choicesOf(value).some((choice) => !('delta' in choice) && !('message' in choice)),
    repair: (value) => withChoices(value, (choice) => ({ ...choice, delta: {} })),
  },
  {
    source: 'a blocked Azure answer of January 2025 has a message without content',
    applies: (value) => choicesOf(value).some(({ message }) => message !== undefined && !('content' in message)),
    repair: (value) => withChoices(value, (choice) => ({ ...choice, message: { ...choice.message, content: null } })),
  },
]

const withoutRefusal: Deviation = {
  source: 'DeepSeek and Model Inference bodies of 2025 and 2026 have no refusal',
  applies: (value) => choicesOf(value).some(({ message }) => message !== undefined && !('refusal' in message)),
  repair: (value) => withChoices(value, (choice) => ({ ...choice, message: { ...choice.message, refusal: null } })),
}

const ownFinish: Deviation = {
  source: 'DeepSeek documents insufficient_system_resource',
  applies: (value) => choicesOf(value).some((choice) => choice['finish_reason'] === 'insufficient_system_resource'),
  repair: (value) => withChoices(value, (choice) => ({ ...choice, finish_reason: 'length' })),
}

const cacheCounts: Deviation = {
  source: 'DeepSeek answers of 2026 count cache hits and misses',
  applies: ({ usage }) => usage !== null && typeof usage === 'object' && 'prompt_cache_hit_tokens' in usage,
  repair: (value) => ({
    ...value,
    usage: without(value['usage'] as JsonObject, 'prompt_cache_hit_tokens', 'prompt_cache_miss_tokens'),
  }),
}

function responseOf(value: JsonObject): JsonObject | null {
  if (value['object'] === 'response') return value
  return (value['response'] as JsonObject | undefined) ?? null
}

function withResponse(value: JsonObject, change: (response: JsonObject) => JsonObject): JsonObject {
  return value['object'] === 'response'
    ? change(value)
    : { ...value, response: change(value['response'] as JsonObject) }
}

/** A field that is null on the wire, and declared as absent. */
function nullInResponse(field: string, source: string): Deviation {
  return {
    source,
    applies: (value) => responseOf(value)?.[field] === null,
    repair: (value) => withResponse(value, (response) => without(response, field)),
  }
}

function undeclaredInResponse(field: string, source: string): Deviation {
  return {
    source,
    applies: (value) => Object.hasOwn(responseOf(value) ?? {}, field),
    repair: (value) => withResponse(value, (response) => without(response, field)),
  }
}

function describedFormat(value: JsonObject): JsonObject | null {
  const format = (responseOf(value)?.['text'] as { format?: JsonObject } | undefined)?.format
  return format !== undefined && format['description'] === null ? format : null
}

const responseDeviations: readonly Deviation[] = [
  nullInResponse('usage', 'Responses streams of 2026 have usage null until the end'),
  nullInResponse('user', 'Responses bodies of 2026 have user null'),
  undeclaredInResponse('billing', 'Responses bodies of 2026 have billing'),
  undeclaredInResponse('store', 'Responses bodies of 2026 have store'),
  undeclaredInResponse('frequency_penalty', 'Responses bodies of 2026 have frequency_penalty'),
  undeclaredInResponse('presence_penalty', 'Responses bodies of 2026 have presence_penalty'),
  undeclaredInResponse('content_filters', 'Azure Responses bodies of August 2026 have content_filters'),
  undeclaredInResponse('billed', 'a host of the tests alone, which adds a field'),
  undeclaredInResponse('phase', 'a host of the tests alone, which adds a field'),
  {
    source: 'an echoed format of 2026 says description: null',
    applies: (value) => describedFormat(value) !== null,
    repair: (value) =>
      withResponse(value, ({ text, ...response }) => ({
        ...response,
        text: { ...(text as JsonObject), format: without(describedFormat(value) ?? {}, 'description') },
      })),
  },
  {
    source: 'output_text is made by the client, and access_programs is sent where it is asked for',
    applies: (value) => responseOf(value) !== null,
    repair: (value) => withResponse(value, (response) => ({ ...response, output_text: '', access_programs: null })),
  },
  undeclared('obfuscation', 'Responses streams of 2026 have obfuscation in text deltas'),
]

/** A part of a message or of its stream, wherever it stands. */
function withMessage(value: JsonObject, change: (part: JsonObject) => JsonObject): JsonObject {
  if (value['type'] === 'message') return change(value)
  return 'message' in value ? { ...value, message: change(value['message'] as JsonObject) } : value
}

function messageOf(value: JsonObject): JsonObject | null {
  return value['type'] === 'message' ? value : ((value['message'] as JsonObject | undefined) ?? null)
}

const usageOfMessage = { output_tokens_details: null, server_tool_use: null, speed: null }
const usageOfDelta = { output_tokens_details: null, server_tool_use: null }

const messageDeviations: readonly Deviation[] = [
  {
    source:
      'messages of July and August 2026 have neither container nor diagnostics, and usage leaves out what does not apply',
    applies: (value) => messageOf(value) !== null,
    repair: (value) =>
      withMessage(value, (message) => ({
        ...message,
        container: null,
        diagnostics: null,
        usage: { ...usageOfMessage, ...(message['usage'] as JsonObject) },
      })),
  },
  {
    source: 'text blocks of July and August 2026 have no citations',
    applies: (value) => (messageOf(value)?.['content'] as readonly unknown[] | undefined)?.length === 1,
    repair: (value) =>
      withMessage(value, (message) => ({
        ...message,
        content: (message['content'] as readonly JsonObject[]).map((block) => ({ ...block, citations: null })),
      })),
  },
  {
    source: 'text blocks of July 2026 have no citations',
    applies: ({ type }) => type === 'content_block_start',
    repair: (value) => ({ ...value, content_block: { ...(value['content_block'] as JsonObject), citations: null } }),
  },
  {
    source: 'message_delta of July 2026 has no container, and its usage leaves out what does not apply',
    applies: ({ type }) => type === 'message_delta',
    repair: (value) => ({
      ...value,
      delta: { container: null, ...(value['delta'] as JsonObject) },
      usage: { ...usageOfDelta, ...(value['usage'] as JsonObject) },
    }),
  },
  {
    source: 'every recorded stream of 2026 with a block has a ping, which the client reads and does not declare',
    applies: ({ type }) => type === 'ping',
    repair: (value) => ({ ...value, type: 'message_stop' }),
  },
]

const serviceTier: Deviation = {
  source: 'Gemini streams of August 2026 name a serviceTier in usageMetadata',
  applies: ({ usageMetadata }) => Object.hasOwn((usageMetadata ?? {}) as JsonObject, 'serviceTier'),
  repair: (value) => ({ ...value, usageMetadata: without(value['usageMetadata'] as JsonObject, 'serviceTier') }),
}

const citationSources: Deviation = {
  source: 'Firebase’s captures of Gemini name citationSources where the client has citations',
  applies: (value) => candidatesOf(value).some((candidate) => 'citationMetadata' in candidate),
  repair: (value) => ({
    ...value,
    candidates: candidatesOf(value).map((candidate) => without(candidate, 'citationMetadata')),
  }),
}

function candidatesOf(value: JsonObject): readonly JsonObject[] {
  return (value['candidates'] ?? []) as readonly JsonObject[]
}

const openaiList = "{ object: 'list'; data: import('openai').OpenAI.Model[] }"

function openaiChat(module: 'openai' | 'openai6'): Pick<Family, 'body' | 'event' | 'list'> {
  return {
    body: `import('${module}').OpenAI.ChatCompletion`,
    event: `import('${module}').OpenAI.ChatCompletionChunk`,
    list: openaiList,
  }
}

export const families: readonly Family[] = [
  { folder: 'chat-completions', ...openaiChat('openai'), deviations: [] },
  { folder: 'chat-completions', ...openaiChat('openai6'), deviations: [obfuscation] },
  { folder: 'azure-chat', ...openaiChat('openai'), deviations: azure },
  { folder: 'azure-filter', ...openaiChat('openai'), deviations: azure },
  { folder: 'model-inference-filter', ...openaiChat('openai'), deviations: [...azure, withoutRefusal] },
  { folder: 'deepseek', ...openaiChat('openai'), deviations: [withoutRefusal, ownFinish, cacheCounts] },
  { folder: 'model-inference', ...openaiChat('openai'), deviations: [withoutRefusal] },
  {
    folder: 'responses',
    body: "import('openai').OpenAI.Responses.Response",
    event: "import('openai').OpenAI.Responses.ResponseStreamEvent",
    deviations: responseDeviations,
  },
  {
    folder: 'azure-responses',
    body: "import('openai').OpenAI.Responses.Response",
    event: "import('openai').OpenAI.Responses.ResponseStreamEvent",
    deviations: responseDeviations,
  },
  {
    folder: 'messages',
    body: "import('@anthropic-ai/sdk').Anthropic.Message",
    event: "import('@anthropic-ai/sdk').Anthropic.RawMessageStreamEvent",
    deviations: messageDeviations,
  },
  {
    folder: 'generate-content',
    body: "Text<Partial<import('@google/genai').GenerateContentResponse>>",
    event: "Text<Partial<import('@google/genai').GenerateContentResponse>>",
    deviations: [serviceTier, citationSources],
  },
]
