/** Writes an answer as a message, whole or in events. */
import type { CompleteUsage } from '../../conversation/usage.ts'
import { cutIntoChunks } from '../../delivery/chunks.ts'
import type { Frame } from '../../delivery/frame.ts'
import type { Answer, Identity } from '../protocol.ts'
import { jsonStencil } from '../stencil.ts'
import type {
  MessageBody,
  MessageStreamEvent,
  WireInputUsage,
  WireOutputUsage,
  WireStop,
  WireTextBlock,
  WireUsage,
} from './wire.ts'

/** Of `msg_01` and the 22 characters that follow it. */
const idLength = 22
/** Most recordings have it with a space, and it is the only event that has one. */
export const ping: Frame = { event: 'ping', data: '{"type": "ping"}' }
const unfinished: WireStop = { stop_reason: null, stop_sequence: null, stop_details: null }

/** A message without text has no block, as recorded. */
export function encodeMessage(model: string, answer: Answer, identity: Identity): MessageBody {
  const content: readonly WireTextBlock[] = answer.content === '' ? [] : [{ type: 'text', text: answer.content }]
  return messageOf(model, identity, content, stopOf(answer), encodeUsage(answer.usage, answer.cacheWriteHourTokens))
}

/** Start, the block with its ping and its deltas, the cumulative end, `message_stop`. */
export function encodeEvents(model: string, answer: Answer, identity: Identity): readonly Frame[] {
  const started = messageOf(
    model,
    identity,
    [],
    unfinished,
    encodeUsage(usageAtStart(answer.usage), answer.cacheWriteHourTokens),
  )
  const frames = [frameOf({ type: 'message_start', message: started })]
  if (answer.content === '') {
    frames.push(ping)
  } else {
    frames.push(frameOf({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }), ping)
    const delta = jsonStencil((text) => ({
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'text_delta', text },
    }))
    for (const text of answer.chunks ?? cutIntoChunks(answer.content)) {
      frames.push({ event: 'content_block_delta', data: delta(JSON.stringify(text), ''), role: 'content' })
    }
    frames.push(frameOf({ type: 'content_block_stop', index: 0 }))
  }
  const usage = { ...encodeInput(answer.usage), ...encodeOutput(answer.usage) }
  const end = (delta: WireStop): Frame => frameOf({ type: 'message_delta', delta, usage })
  frames.push({ ...end(stopOf(answer)), unfinished: end(unfinished).data })
  frames.push({ ...frameOf({ type: 'message_stop' }), role: 'terminal' })
  return frames
}

function frameOf(event: MessageStreamEvent): Frame {
  return { event: event.type, data: JSON.stringify(event) }
}

function messageOf(
  model: string,
  { id }: Identity,
  content: readonly WireTextBlock[],
  stop: WireStop,
  usage: WireUsage,
): MessageBody {
  return {
    model,
    id: `msg_01${id.padStart(idLength, '0')}`,
    type: 'message',
    role: 'assistant',
    content,
    ...stop,
    usage,
  }
}

function stopOf({ outcome, finishReason, category, explanation }: Answer): WireStop {
  const isRefusal = outcome === 'refused'
  return {
    stop_reason: isRefusal ? 'refusal' : finishReason === 'length' ? 'max_tokens' : 'end_turn',
    stop_sequence: null,
    stop_details: isRefusal ? { type: 'refusal', category, explanation } : null,
  }
}

/** The first token is counted as soon as the message starts; what was thought is told at its end. */
function usageAtStart(usage: CompleteUsage): CompleteUsage {
  return { ...usage, outputTokens: Math.min(1, usage.outputTokens), reasoningTokens: 0 }
}

function encodeUsage(usage: CompleteUsage, hour: number): WireUsage {
  return {
    ...encodeInput(usage),
    cache_creation: {
      ephemeral_5m_input_tokens: usage.cacheWriteInputTokens - hour,
      ephemeral_1h_input_tokens: hour,
    },
    ...encodeOutput(usage),
    service_tier: 'standard',
    inference_geo: 'not_available',
  }
}

function encodeInput({ inputTokens, cachedInputTokens, cacheWriteInputTokens }: CompleteUsage): WireInputUsage {
  return {
    input_tokens: inputTokens - cachedInputTokens - cacheWriteInputTokens,
    cache_creation_input_tokens: cacheWriteInputTokens,
    cache_read_input_tokens: cachedInputTokens,
  }
}

function encodeOutput({ outputTokens, reasoningTokens }: CompleteUsage): WireOutputUsage {
  return {
    output_tokens: outputTokens,
    ...(reasoningTokens > 0 && { output_tokens_details: { thinking_tokens: reasoningTokens } }),
  }
}
