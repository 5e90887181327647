/** The reference: what a mock should do, told as plainly as possible, and moved by the same commands. */
import type { Config, FixtureResponse, Message, Scenario } from 'msw-llm'
import { Exchange, type Place } from './exchange.ts'
import { filteredWord, upsetting, type Functions } from './plans.ts'
import type { Ask, Call, Lookup } from './wire.ts'
import { ownerKey, scopeKey, World, type Choice, type Hold, type Parent } from './world.ts'

interface Sleeper {
  readonly due: number
  readonly exchange: Exchange
  readonly wake: () => void
}

interface Held {
  readonly hold: Hold | null
  readonly ask: Ask
}

export class Reference {
  world: World
  readonly exchanges: Exchange[] = []
  /** What functions were called. */
  readonly called: string[] = []
  readonly #functions: Functions
  #now = 0
  #sleepers: Sleeper[] = []
  #waiters: {
    readonly exchange: Exchange
    readonly ask: Ask
    readonly turn: string
    readonly continues: Parent | null
  }[] = []
  readonly #held = new Map<Exchange, Held>()

  constructor(config: Config, functions: Functions) {
    this.world = new World(config)
    this.#functions = functions
  }

  get pending(): number {
    return this.exchanges.filter(({ phase }) => phase === 'streaming').length
  }

  /** What is on its way goes on, and leaves nothing behind in the new world; who waited for that waits in vain. */
  configure(config: Config): void {
    this.world = new World(config)
    for (const { exchange } of this.#waiters.splice(0)) this.#refuse(exchange, 409, 'fixture_failed')
  }

  use(scenarios: readonly Scenario[]): void {
    this.world.use(scenarios)
  }

  reset(): void {
    this.endAll()
    this.world = new World(this.world.config)
  }

  /** Breaks off what is on its way. */
  endAll(): void {
    const ended = this.exchanges.filter(({ phase }) => ['waits', 'held', 'streaming'].includes(phase))
    this.#sleepers = []
    this.#waiters = []
    for (const exchange of ended) {
      if (exchange.phase === 'streaming') {
        exchange.phase = 'over'
        exchange.end = 'errored'
      } else {
        this.#held.get(exchange)?.hold?.giveBack()
        this.#refuse(exchange, 409, 'fixture_failed')
      }
    }
  }

  leave(exchange: Exchange): void {
    this.#sleepers = this.#sleepers.filter((sleeper) => sleeper.exchange !== exchange)
    this.#waiters = this.#waiters.filter((waiter) => waiter.exchange !== exchange)
    if (exchange.phase === 'streaming') exchange.end = 'aborted'
    else this.#held.get(exchange)?.hold?.giveBack()
    exchange.phase = 'left'
    this.#wakeWaiters()
  }

  tick(milliseconds: number): void {
    const until = this.#now + milliseconds
    for (;;) {
      const [next] = this.#sleepers.toSorted((a, b) => a.due - b.due)
      if (next === undefined || next.due > until) break
      this.#sleepers.splice(this.#sleepers.indexOf(next), 1)
      this.#now = Math.max(this.#now, next.due)
      next.wake()
    }
    this.#now = until
  }

  send(call: Call): Exchange {
    const exchange = new Exchange(this.exchanges.length + 1, call, this.world)
    this.exchanges.push(exchange)
    if (call.kind === 'broken') this.#refuse(exchange, 400, 'missing_required_parameter')
    else if (call.kind === 'lookup') this.#look(exchange, call)
    else this.#ask(exchange, call)
    return exchange
  }

  #look(exchange: Exchange, { id, method, scope }: Lookup): void {
    const { config, stored } = this.world
    if (isForeign(config, scope.credential)) return this.#refuse(exchange, 401, 'invalid_api_key')
    const found = stored.get(id)
    if (found?.owner !== ownerKey(scope)) return this.#refuse(exchange, 404, 'response_not_found')
    if (method === 'DELETE') stored.delete(id)
    exchange.found = found.exchange
    exchange.outcome = 'ordinary'
    this.#decide(exchange)
  }

  #ask(exchange: Exchange, ask: Ask): void {
    const { config, stored } = this.world
    const before: Message[] = ask.instructions === null ? [] : [{ role: 'system', content: ask.instructions }]
    exchange.messages = [...before, ...ask.messages]
    if (isForeign(config, ask.scope.credential)) return this.#refuse(exchange, 401, 'invalid_api_key')
    if (config.models?.every(({ id }) => id !== ask.scope.model) === true) {
      return this.#refuse(exchange, ask.route === 'chat' ? 404 : 400, 'model_not_found')
    }
    let continues: Parent | null = null
    if (ask.previous !== null) {
      const parent = stored.get(ask.previous)
      if (parent?.scope !== scopeKey(ask.scope)) return this.#refuse(exchange, 400, 'previous_response_not_found')
      exchange.messages = [...before, ...parent.messages, ...ask.messages]
      continues = parent.turn && { ...parent.turn, length: before.length + parent.messages.length }
    }
    if (config.inputFilter !== undefined && exchange.messages.some(({ content }) => content.includes(filteredWord))) {
      exchange.countsPrompt = true
      return this.#refuse(exchange, 400, 'content_filter')
    }
    this.#select(exchange, ask, continues)
  }

  #select(exchange: Exchange, ask: Ask, continues: Parent | null): void {
    const choice = this.world.choose(ask.scope, exchange.messages, continues)
    switch (choice.kind) {
      case 'missing':
        return this.#refuse(exchange, 409, 'fixture_not_found')
      case 'ended':
      case 'exhausted':
        return this.#refuse(exchange, 409, 'scenario_exhausted')
      case 'waits':
        this.#waiters.push({ exchange, ask, turn: choice.turn, continues })
        return
      case 'replay': {
        const { placed, turn } = choice
        exchange.place = { placed, step: turn.step, index: turn.index, replayed: true }
        return this.#begin(exchange, ask, turn.response, null)
      }
      case 'response':
        exchange.place = placeOf(choice)
        return this.#reserve(exchange, ask, choice)
    }
  }

  #reserve(exchange: Exchange, ask: Ask, { response, take }: Extract<Choice, { kind: 'response' }>): void {
    if (typeof response !== 'function') return this.#begin(exchange, ask, response, take)
    const held = { hold: take(), ask }
    exchange.phase = 'held'
    this.#held.set(exchange, held)
    this.#soon(exchange, () => {
      const { fixture, label } = this.#functions.get(response) ?? {}
      this.called.push(label ?? 'an unknown function')
      if (exchange.messages.at(-1)?.content.includes(upsetting) === true)
        return this.#fail(exchange, held, 'fixture_failed')
      this.#delay(exchange, held, fixture ?? {})
    })
  }

  #begin(exchange: Exchange, ask: Ask, response: FixtureResponse, take: (() => Hold) | null): void {
    if (!canAnswer(ask, response)) return this.#refuse(exchange, 409, 'fixture_mismatch')
    const held = { hold: take?.() ?? null, ask }
    this.#held.set(exchange, held)
    this.#delay(exchange, held, response)
  }

  #delay(exchange: Exchange, held: Held, response: FixtureResponse): void {
    const { delayMilliseconds = 0 } = response
    if (delayMilliseconds === 0) return this.#complete(exchange, held, response)
    exchange.phase = 'held'
    this.#sleep(exchange, delayMilliseconds, () => this.#complete(exchange, held, response))
  }

  #complete(exchange: Exchange, held: Held, response: FixtureResponse): void {
    const { hold, ask } = held
    if (!canAnswer(ask, response)) return this.#fail(exchange, held, 'fixture_mismatch')
    if (response.error !== undefined) {
      exchange.outcome = 'error'
      exchange.status = response.error.status
      exchange.code = 'scripted'
    } else {
      const stores = ask.route === 'responses' && ask.stores
      // What began in another world is given, and kept nowhere.
      const isKept = exchange.world === this.world
      if (isKept && stores && !this.world.hasRoom(ask.scope)) {
        return this.#fail(exchange, held, 'response_capacity_exceeded')
      }
      exchange.outcome = response.outputDisposition?.kind ?? 'ordinary'
      exchange.response = response
      if (isKept) this.#commit(exchange, ask, response, stores)
    }
    hold?.close()
    this.#decide(exchange)
    this.#wakeWaiters()
  }

  #commit(exchange: Exchange, ask: Ask, response: FixtureResponse, stores: boolean): void {
    const { messages, said } = exchange
    const { placed, step, index } = exchange.place as Place
    if (step !== null) this.world.commitTurn(placed, ask.scope, messages, { step, index, response }, said)
    if (!stores) return
    this.world.stored.set(exchange.id, {
      exchange,
      scope: scopeKey(ask.scope),
      owner: ownerKey(ask.scope),
      messages: [...(ask.instructions === null ? messages : messages.slice(1)), said],
      turn: step === null ? null : { placed, step },
    })
  }

  #fail(exchange: Exchange, { hold }: Held, code: string): void {
    hold?.giveBack()
    this.#refuse(exchange, 409, code)
    this.#wakeWaiters()
  }

  #refuse(exchange: Exchange, status: number, code: string): void {
    exchange.status = status
    exchange.code = code
    exchange.outcome = code === 'content_filter' ? 'input_filtered' : status === 409 ? 'mismatch' : 'rejected'
    this.#decide(exchange)
  }

  /** The answer sets off: whole, or frame by frame. */
  #decide(exchange: Exchange): void {
    exchange.world.decided.push(exchange)
    exchange.phase = 'over'
    if (!exchange.streams) return
    const { before, after } = exchange.frames
    exchange.phase = 'streaming'
    exchange.end = 'pending'
    exchange.framesTotal = before + exchange.chunks.length + after
    exchange.framesSent = before
    this.#sendRest(exchange)
  }

  /** A paced frame waits: none before the first, and then its part of a second. */
  #sendRest(exchange: Exchange): void {
    const { frames, chunks, response } = exchange
    const token = exchange.framesSent - frames.before
    const { tokensPerSecond } = response?.pace ?? {}
    if (tokensPerSecond === undefined || token >= chunks.length) {
      exchange.framesSent = exchange.framesTotal
      exchange.end = 'completed'
      exchange.phase = 'over'
      return
    }
    this.#sleep(exchange, token === 0 ? 0 : 1000 / tokensPerSecond, () => {
      exchange.framesSent++
      this.#sendRest(exchange)
    })
  }

  #sleep(exchange: Exchange, milliseconds: number, wake: () => void): void {
    this.#sleepers.push({ due: this.#now + milliseconds, exchange, wake })
  }

  /** Functions answer at once, though after those who set off together with them, and before what the clock wakes. */
  #soon(exchange: Exchange, wake: () => void): void {
    this.#sleepers.push({ due: -Infinity, exchange, wake })
  }

  /** Who waited for a turn gets it again, or takes the next attempt, in the order of arrival. */
  #wakeWaiters(): void {
    for (;;) {
      const woken = this.#waiters.find(({ exchange, turn }) => !exchange.world.isOpen(turn))
      if (woken === undefined) return
      this.#waiters.splice(this.#waiters.indexOf(woken), 1)
      this.#select(woken.exchange, woken.ask, woken.continues)
    }
  }
}

function placeOf({ placed, step, index }: Extract<Choice, { kind: 'response' }>): Place {
  return { placed, step: step?.id ?? null, index, replayed: false }
}

function isForeign({ requiredBearerToken }: Config, credential: string): boolean {
  return requiredBearerToken !== undefined && requiredBearerToken !== credential
}

/** A policy outcome does not answer a request that declares tools. */
function canAnswer({ tools }: Ask, { outputDisposition }: FixtureResponse): boolean {
  return !tools || outputDisposition == null
}
