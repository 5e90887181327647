/** Which request comes next, seen from those that came before. */
import fc from 'fast-check'
import type { Message } from 'msw-llm'
import type { Exchange } from './exchange.ts'
import { credentials, models, words } from './plans.ts'
import type { Reference } from './reference.ts'
import { responseIdOf, type Ask, type Call, type Scope } from './wire.ts'

/**
 * `say`: a new history. `repeat`: a request once more. `retell`: its history, told in full. `branch`: an answer and a
 * new message, after the whole history or after an earlier turn. `continue`: the same by an id. `read` and `delete`: a
 * stored response.
 */
export interface Manner {
  readonly what: 'say' | 'repeat' | 'retry' | 'retell' | 'branch' | 'continue' | 'read' | 'delete' | 'break'
  /** Which of those before, from the latest back; and which turn of it. */
  readonly nth: number
  readonly turn: number
  readonly word: string
  readonly system: boolean
  readonly route: 'chat' | 'responses'
  readonly stream: boolean
  readonly stores: boolean
  readonly tools: boolean
  /** `null`: that of the request before. */
  readonly scope: Scope | null
  /** An id that nobody gave. */
  readonly unknown: boolean
}

const home: Scope = { credential: credentials[0], model: models[0], session: null }

const scope: fc.Arbitrary<Scope> = fc.record({
  credential: fc.constantFrom(...credentials),
  model: fc.constantFrom(...models),
  session: fc.constantFrom('session-1', 'session-2', null),
})

const seldom = fc.constantFrom(...Array.from({ length: 9 }, () => false), true)

export const manner: fc.Arbitrary<Manner> = fc.record({
  what: fc.constantFrom(
    ...(['say', 'say', 'say', 'repeat', 'retry', 'retell', 'break', 'read', 'delete'] as const),
    ...(['continue', 'continue', 'continue', 'branch', 'branch', 'branch', 'branch', 'branch'] as const),
  ),
  nth: fc.nat(4),
  turn: fc.constantFrom(0, 0, 0, 1, 2),
  word: fc.constantFrom(...words),
  system: seldom,
  route: fc.constantFrom('chat', 'responses'),
  stream: fc.boolean(),
  stores: seldom.map((not) => !not),
  tools: seldom,
  scope: fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: scope }),
  unknown: seldom,
})

/** The requests that can be made of these. */
export function asksOf(model: Reference, manners: readonly Manner[]): readonly Call[] {
  return manners.flatMap((each) => askOf(model, each) ?? [])
}

function askOf({ exchanges }: Reference, how: Manner): Call | null {
  const asked = exchanges.filter(({ call }) => call.kind === 'ask')
  const answered = asked.filter(({ isAnswer }) => isAnswer)
  switch (how.what) {
    case 'say':
      return askWith(how, how.scope ?? home, [...system(how), said(how)])
    case 'break':
      return { kind: 'broken', scope: how.scope ?? home }
    case 'repeat':
      return again(pick(asked, how.nth), how)
    case 'retry':
      return again(
        pick(
          asked.filter(({ code }) => code === 'scripted'),
          how.nth,
        ),
        how,
      )
    case 'retell': {
      const before = pick(asked, how.nth)
      return before && askWith(how, scopeOf(before, how), before.messages)
    }
    case 'branch': {
      const before = pick(answered, how.nth)
      return before && askWith(how, scopeOf(before, how), [...turnsOf(before, how), said(how)])
    }
    case 'continue': {
      const before = pick(answered.filter(isResponse), how.nth)
      if (before === null) return null
      const previous = how.unknown ? responseIdOf(0) : before.id
      const instructions = how.system ? 'Be terse.' : null
      return { ...askWith(how, scopeOf(before, how), [said(how)]), route: 'responses', previous, instructions }
    }
    case 'read':
    case 'delete': {
      const before = pick(answered.filter(isResponse), how.nth)
      if (before === null) return null
      const id = how.unknown ? responseIdOf(0) : before.id
      const method = how.what === 'read' ? 'GET' : 'DELETE'
      return { kind: 'lookup', method, id, scope: scopeOf(before, how) }
    }
  }
}

function askWith({ route, stream, stores, tools }: Manner, of: Scope, messages: readonly Message[]): Ask {
  const common = { kind: 'ask', route, stream, scope: of, stores, tools, previous: null } as const
  const [first, ...rest] = messages
  if (route === 'responses' && first?.role === 'system' && rest.length > 0) {
    return { ...common, instructions: first.content, messages: rest }
  }
  return { ...common, instructions: null, messages }
}

function again(before: Exchange | null, { stream, scope: other }: Manner): Ask | null {
  if (before?.call.kind !== 'ask') return null
  return { ...before.call, stream, scope: other ?? before.call.scope }
}

/** The history up to an answer, of which a client that saw nothing keeps nothing. */
function turnsOf({ messages, said: answer }: Exchange, { turn, unknown }: Manner): readonly Message[] {
  const all = [...messages, answer]
  const ends = all.flatMap(({ role }, index) => (role === 'assistant' ? [index + 1] : []))
  const turns = all.slice(0, pick(ends, turn) ?? all.length)
  return unknown && turns.at(-1)?.content === '' ? turns.slice(0, -1) : turns
}

function scopeOf({ call }: Exchange, { scope: other }: Manner): Scope {
  return other ?? call.scope
}

function isResponse({ call }: Exchange): boolean {
  return call.kind === 'ask' && call.route === 'responses'
}

function said({ word }: Manner): Message {
  return { role: 'user', content: word }
}

function system({ system: isThere }: Manner): readonly Message[] {
  return isThere ? [{ role: 'system', content: 'Be terse.' }] : []
}

/** From the latest back. */
function pick<T>(list: readonly T[], nth: number): T | null {
  return list.at(-1 - (nth % Math.max(1, list.length))) ?? null
}
