/** The places up to which a request asks for its prompt to be kept: `cache_control` on blocks, tools, or the whole. */
import { badRequest, type Rejection } from '../../admission/rejection.ts'
import type { CacheMark } from '../../conversation/prompt-cache.ts'
import { readMessage, systemText } from './history.ts'
import type { CacheControl, ContentBlock, MessagesRequest } from './schema.ts'

type Lifetime = '5m' | '1h'

const lifetimes: Readonly<Record<Lifetime, number>> = { '5m': 5 * 60 * 1000, '1h': 60 * 60 * 1000 }

/** The service takes four, of which the request's own is one. */
const maximumMarks = 4

export function cacheMarksOf(request: MessagesRequest): readonly CacheMark[] {
  return marksOf(request).map(({ messages, ttl }) => ({ messages, milliseconds: lifetimes[ttl] }))
}

/** The words are those of recorded errors. */
export function breaksMarkRules(request: MessagesRequest): Rejection | null {
  const marks = marksOf(request)
  if (marks.length > maximumMarks) {
    const message = `A maximum of ${maximumMarks} blocks with cache_control may be provided. Found ${marks.length}.`
    return badRequest('invalid_value', message, 'cache_control')
  }
  const shorter = marks.findIndex(({ ttl }) => ttl === '5m')
  const longer = shorter === -1 ? undefined : marks.slice(shorter).find(({ ttl }) => ttl === '1h')
  if (longer === undefined) return null
  const message = `${longer.path}: a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block. ${order}`
  return badRequest('invalid_value', message, longer.path)
}

const order = 'Note that blocks are processed in the following order: `tools`, `system`, `messages`.'

interface Mark {
  readonly path: string
  readonly ttl: Lifetime
  /** A block stands for the message that holds it; tools come before all of them, and count no tokens. */
  readonly messages: number
}

/** In the order in which the service reads them. */
function marksOf(request: MessagesRequest): readonly Mark[] {
  const marks = controlsOf(request.tools ?? [], 'tools').map(markAt(0))
  let before = systemText(request) === '' ? 0 : 1
  marks.push(...controlsOf(blocksOf(request.system), 'system').map(markAt(before)))
  for (const [index, message] of request.messages.entries()) {
    before += readMessage(message).length
    marks.push(...controlsOf(blocksOf(message.content), `messages.${index}.content`).map(markAt(before)))
  }
  if (request.cache_control) marks.push(markAt(before)({ path: '', control: request.cache_control }))
  return marks
}

interface Control {
  readonly path: string
  readonly control: CacheControl
}

function markAt(messages: number): (control: Control) => Mark {
  return ({ path, control }) => ({ path: `${path}cache_control.ttl`, ttl: control.ttl ?? '5m', messages })
}

type Marked = { readonly cache_control?: CacheControl | null | undefined }

function blocksOf(content: MessagesRequest['system'] | string | readonly ContentBlock[]): readonly Marked[] {
  return Array.isArray(content) ? content : []
}

/** The result of a tool may have marked blocks of its own. */
function controlsOf(blocks: readonly (Marked & { readonly content?: unknown })[], path: string): readonly Control[] {
  return blocks.flatMap(({ cache_control: control, content }, index) => [
    ...(Array.isArray(content) ? controlsOf(content as readonly Marked[], `${path}.${index}.content`) : []),
    ...(control ? [{ path: `${path}.${index}.`, control }] : []),
  ])
}
