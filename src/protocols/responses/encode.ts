/** Writes an answer as a response object, whole or as the events that build it up. */
import { batchMarks } from '../../delivery/batches.ts'
import { cutIntoChunks } from '../../delivery/chunks.ts'
import type { Frame } from '../../delivery/frame.ts'
import type { JsonObject } from '../../json.ts'
import type { StreamErrorData } from '../../fixture/delivery.ts'
import { streamErrorOf } from '../error-envelope.ts'
import { obfuscationAt } from '../obfuscation.ts'
import type { Answer, Identity, ParsedRequest } from '../protocol.ts'
import { jsonStencil } from '../stencil.ts'
import { endOf, responseObject, type End } from './object.ts'
import type { ResponsesOptions } from './parse.ts'
import type { ResponsesTraits } from './traits.ts'
import type {
  ContentPart,
  DeltaEvent,
  FailedResponseBody,
  ItemStatus,
  LifecycleEvent,
  OutputEvent,
  OutputMessage,
} from './wire.ts'

/** `msg_` and 50 hexadecimal digits. */
const idLength = 50

export function encodeBody(
  request: ParsedRequest<ResponsesOptions>,
  answer: Answer,
  identity: Identity,
  { adaptResponse = asItIs }: ResponsesTraits,
): JsonObject {
  const { options } = request
  const end = endOf(answer)
  const output = [itemOf(identity, end.status, [partOf(answer, answer.content)])]
  const { id, object, created_at, status, background, ...rest } = responseObject(options, identity, { ...end, output })
  const billing = { payer: 'developer' } as const
  return adaptResponse({ id, object, created_at, status, background, billing, ...rest }, end.status, {
    request,
    answer,
  })
}

/** The response and its item and part are opened, filled, and closed in the opposite order. */
export function encodeEvents(
  request: ParsedRequest<ResponsesOptions>,
  answer: Answer,
  identity: Identity,
  { adaptResponse = asItIs }: ResponsesTraits,
): readonly Frame[] {
  const { options } = request
  const frames: Frame[] = []
  const push = (event: OutputEvent | LifecycleEvent<JsonObject>, role?: Frame['role']): void => {
    frames.push({ event: event.type, data: JSON.stringify(event), ...(role && { role }) })
  }
  const pushResponse = (type: LifecycleEvent['type'], end: End | null, role?: Frame['role']): void => {
    const body = responseObject(options, identity, end)
    const response = adaptResponse(body, end?.status ?? 'in_progress', { request, answer })
    push({ type, response, sequence_number: frames.length }, role)
  }
  const pushItem = (step: 'added' | 'done', item: OutputMessage): void =>
    push({ type: `response.output_item.${step}`, item, output_index: 0, sequence_number: frames.length })
  const pushPart = (step: 'added' | 'done', part: ContentPart): void =>
    push({ type: `response.content_part.${step}`, ...place, part, sequence_number: frames.length })

  const { content } = answer
  const item_id = itemIdOf(identity)
  const place = { content_index: 0, item_id, output_index: 0 }
  const part = partOf(answer, content)
  const end = endOf(answer)
  const item = itemOf(identity, end.status, [part])

  pushResponse('response.created', null)
  pushResponse('response.in_progress', null)
  pushItem('added', itemOf(identity, 'in_progress', []))
  pushPart('added', partOf(answer, ''))
  const { event, encode } = deltas(answer, item_id, options.includeObfuscation)
  const batchOf = batchMarks(answer.moderation?.batches ?? null)
  for (const [index, text] of (answer.chunks ?? cutIntoChunks(content)).entries()) {
    const batch = batchOf(index)
    frames.push({ event, data: encode(text, frames.length), role: 'content', ...(batch !== undefined && { batch }) })
  }
  const sequence_number = frames.length
  push(
    part.type === 'refusal'
      ? { type: 'response.refusal.done', ...place, refusal: content, sequence_number }
      : {
          type: 'response.output_text.done',
          content_index: 0,
          item_id,
          logprobs: [],
          output_index: 0,
          sequence_number,
          text: content,
        },
  )
  pushPart('done', part)
  pushItem('done', item)
  pushResponse(`response.${end.status}`, { ...end, output: [item] }, 'terminal')
  return frames
}

/** The error is nested, as recorded; the client throws at it, and sees nothing of the failed response after it. */
export function encodeStreamError(
  error: StreamErrorData,
  place: number,
  request: ParsedRequest<ResponsesOptions>,
  identity: Identity,
  { adaptResponse = asItIs }: ResponsesTraits,
): readonly Frame[] {
  const { message, type, param, code } = streamErrorOf(error)
  const said = { type, code: code ?? 'server_error', message, param }
  const body: FailedResponseBody = {
    ...responseObject(request.options, identity, null),
    status: 'failed',
    error: { code: said.code, message },
  }
  const failed: LifecycleEvent<JsonObject> = {
    type: 'response.failed',
    response: adaptResponse(body, 'failed', { request, answer: null }),
    sequence_number: place + 1,
  }
  return [
    { event: 'error', data: JSON.stringify({ type: 'error', sequence_number: place, error: said }) },
    { event: failed.type, data: JSON.stringify(failed), role: 'terminal' },
  ]
}

/** Deltas of a text are padded, those of a refusal are not. */
function deltas(
  answer: Answer,
  item_id: string,
  padded: boolean,
): { readonly event: DeltaEvent['type']; readonly encode: (text: string, place: number) => string } {
  const event = answer.outcome === 'refused' ? 'response.refusal.delta' : 'response.output_text.delta'
  const stencil = jsonStencil((delta, obfuscation) => ({
    type: event,
    content_index: 0,
    delta,
    item_id,
    ...(event === 'response.output_text.delta' && { logprobs: [], ...(padded && { obfuscation }) }),
    output_index: 0,
  }))
  return {
    event,
    encode: (text, place) =>
      `${stencil(JSON.stringify(text), `"${obfuscationAt(place)}"`).slice(0, -1)},"sequence_number":${place}}`,
  }
}

function asItIs(body: JsonObject): JsonObject {
  return body
}

function itemIdOf({ id }: Identity): string {
  return `msg_${id.padStart(idLength, '0')}`
}

function itemOf(identity: Identity, status: ItemStatus, content: readonly ContentPart[]): OutputMessage {
  return { id: itemIdOf(identity), type: 'message', status, content, role: 'assistant' }
}

function partOf({ outcome }: Answer, text: string): ContentPart {
  return outcome === 'refused'
    ? { type: 'refusal', refusal: text }
    : { type: 'output_text', annotations: [], logprobs: [], text }
}
