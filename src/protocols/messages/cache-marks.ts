/** The places up to which a request asks for its prompt to be kept: `cache_control` on blocks, tools, or the whole. */
import { badRequest, type Rejection } from '../../admission/rejection.ts'
import type { CacheMark } from '../../conversation/prompt-cache.ts'
import { readMessage, systemText } from './history.ts'
import type { CacheControl, ContentBlock, MessagesRequest } from './schema.ts'

const lifetimes = { '5m': 5 * 60 * 1000, '1h': 60 * 60 * 1000 } as const

/** The service takes four. */
const maximumMarks = 4

/** A block stands for the message that holds it. */
export function cacheMarksOf(request: MessagesRequest): readonly CacheMark[] {
  const marks: CacheMark[] = []
  let before = systemText(request) === '' ? 0 : 1
  const mark = (control: CacheControl): void => {
    marks.push({ messages: before, milliseconds: lifetimes[control.ttl ?? '5m'] })
  }
  for (const control of controlsOf(blocksOf(request.system))) mark(control)
  for (const message of request.messages) {
    before += readMessage(message).length
    for (const control of controlsOf(blocksOf(message.content))) mark(control)
  }
  if (request.cache_control) mark(request.cache_control)
  return marks
}

export function tooManyMarks(request: MessagesRequest): Rejection | null {
  const count = controlsOf(request.tools ?? []).length + cacheMarksOf(request).length - (request.cache_control ? 1 : 0)
  if (count <= maximumMarks) return null
  const message = `A maximum of ${maximumMarks} blocks with cache_control may be provided. Found ${count}.`
  return badRequest('invalid_value', message, 'cache_control')
}

type Marked = { readonly cache_control?: CacheControl | null | undefined }

function blocksOf(content: MessagesRequest['system'] | string | readonly ContentBlock[]): readonly Marked[] {
  return Array.isArray(content) ? content : []
}

/** The result of a tool may have marked blocks of its own. */
function controlsOf(blocks: readonly (Marked & { readonly content?: unknown })[]): readonly CacheControl[] {
  return blocks.flatMap(({ cache_control: control, content }) => [
    ...(Array.isArray(content) ? controlsOf(content as readonly Marked[]) : []),
    ...(control ? [control] : []),
  ])
}
