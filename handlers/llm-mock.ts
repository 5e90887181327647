/// <reference lib="esnext.disposable" preserve="true" />
/** The composition root: providers, configuration, clock and journal become one mock. */
import type { RequestHandler } from 'msw'
import { countByLength, type CountTokens } from '../src/conversation/usage.ts'
import type { Clock } from '../src/delivery/clock.ts'
import { buildConfig, type ConfigBuilder } from '../src/fixture/builder.ts'
import type { Config } from '../src/fixture/config.ts'
import { parseConfig, parseScenarios } from '../src/fixture/parse.ts'
import { prepareConfig, prepareScenarios } from '../src/fixture/prepare.ts'
import type { Scenario } from '../src/fixture/scenario.ts'
import type { JournalEntry } from '../src/journal/entry.ts'
import { findProblems, summarise, VerificationError, type Summary, type VerifyOptions } from '../src/journal/summary.ts'
import type { Identity } from '../src/protocols/protocol.ts'
import type { Route } from '../src/route.ts'
import { unusedResponses, useScenarios } from '../src/scenario/state.ts'
import { kindOf } from '../src/wording.ts'
import { MockCell } from './cell.ts'
import { checkOptions } from './check-options.ts'
import { controlRoutes, type ControlOptions } from './control.ts'
import { checkGlobals } from './globals.ts'
import { hostClock } from './host-clock.ts'
import { mockHost } from './host.ts'
import { identifyBySequence } from './identify.ts'
import { mockFetch } from './mock-fetch.ts'
import { officialProviders } from './official-providers.ts'
import type { Provider } from './provider.ts'
import { controlHandlers, routeHandlers } from './route-handler.ts'

export interface LlmMockOptions {
  /** Default: every provider at its official hosts. */
  providers?: readonly Provider[] | undefined
  config?: Config | undefined
  /** Default: the host's timers, looked up at each call. */
  clock?: Clock | undefined
  /** Ids and times of the responses, from the request's number. */
  identify?: ((sequence: number) => Identity) | undefined
  /** Default: one token for every four code points begun. */
  countTokens?: CountTokens | undefined
  /** Bounds; the oldest entries leave. Default 1,000 entries and 16 MiB. */
  journal?: { maximumEntries?: number | undefined; maximumBytes?: number | undefined } | undefined
  /** The class of streams. Default: the global, looked up at each call. */
  ReadableStream?: StreamClass | undefined
}

/** As much as the types of the host's class and of web-streams-polyfill's have in common. */
export type StreamClass = new (
  source: never,
  strategy: never,
) => { readonly locked: boolean; getReader(): unknown; cancel(reason?: unknown): Promise<void> }

/** A mock of LLM providers. */
export interface LlmMock {
  /** MSW request handlers, one for each exact route: `setupServer(...llm.handlers)`, `setupWorker(...llm.handlers)`. */
  readonly handlers: RequestHandler[]
  /** The same mock as a `fetch`, with no MSW: `new OpenAI({ fetch: llm.fetch })`. It never reaches the network. */
  readonly fetch: typeof globalThis.fetch
  /** A frozen snapshot at each access, one entry a request. */
  readonly journal: readonly JournalEntry[]
  /**
   * Replaces configuration, state and journal at once. Answers on their way go on.
   *
   * @throws {FixtureConfigError} with every issue; the former configuration, its cursors and its journal stay in use.
   */
  configure(config: Config | ((builder: ConfigBuilder) => unknown)): void
  /**
   * Puts scenarios in front of all others, until the next `reset` or `configure`.
   *
   * @throws {FixtureConfigError} with every issue; nothing is added.
   */
  use(...scenarios: readonly Scenario[]): void
  /** Back to the configured start: cursors, used scenarios, journal. Answers on their way are ended. */
  reset(): void
  summary(): Summary
  /**
   * Checks that a test left nothing unexpected behind.
   *
   * @throws {VerificationError} that lists calls without a route, requests without a fixture, rejections, and responses
   * that nobody asked for.
   */
  verify(options?: VerifyOptions): void
  /** Resolves when no answer is on its way but those that wait for their client. */
  settled(): Promise<void>
  /** Calls the listener with each entry as it opens and as it settles; returns the function that ends this. */
  subscribe(listener: (entry: JournalEntry) => void): () => void
  /**
   * Handlers that let a page's mock be driven from outside: `POST …/configure` and `…/reset`, `GET …/journal` and
   * `…/summary`.
   *
   * @throws {TypeError} outside a page without an `origin`.
   */
  controlHandlers(options?: ControlOptions): RequestHandler[]
  /** Ends every answer on its way. */
  close(): void
  [Symbol.dispose](): void
}

/**
 * Makes a mock.
 *
 * @throws {FixtureConfigError} when `config` cannot be used.
 * @throws {TypeError} when an option is none, or a global is missing.
 *
 * @example
 * import OpenAI from 'openai'
 * import { createLlmMock, scenario, text } from 'msw-llm'
 *
 * const llm = createLlmMock()
 * llm.use(scenario('greeting', { responses: [text('Hello!')] }))
 *
 * const client = new OpenAI({ apiKey: 'test', fetch: llm.fetch })
 * const completion = await client.chat.completions.create({
 *   model: 'gpt-5.5',
 *   messages: [{ role: 'user', content: 'Hi' }],
 * })
 * console.log(completion.choices[0]?.message.content)
 * // prints: Hello!
 */
export function createLlmMock(options: LlmMockOptions = {}): LlmMock {
  checkOptions('createLlmMock()', options, optionNames)
  checkOptions('createLlmMock({ journal })', options.journal, ['maximumEntries', 'maximumBytes'])
  checkBound('maximumEntries', options.journal?.maximumEntries)
  checkBound('maximumBytes', options.journal?.maximumBytes)
  checkStreamClass(options.ReadableStream)
  checkClock(options.clock)
  checkGlobals('Headers', ...(options.ReadableStream === undefined ? ['ReadableStream'] : []))
  const routes = routesOf(options.providers ?? officialProviders())
  const cell = new MockCell({
    config: prepareConfig(parseConfig(options.config === undefined ? {} : options.config)),
    clock: options.clock ?? hostClock,
    identify: options.identify ?? identifyBySequence,
    countTokens: options.countTokens ?? countByLength,
    bounds: {
      maximumEntries: options.journal?.maximumEntries ?? 1000,
      maximumBytes: options.journal?.maximumBytes ?? 16 * 1024 * 1024,
    },
    streamClass: () => (options.ReadableStream as typeof ReadableStream | undefined) ?? globalThis.ReadableStream,
  })
  const host = mockHost(cell, routes)
  let usedLists = 0

  const llm: LlmMock = {
    handlers: routeHandlers(routes, host),
    fetch: mockFetch(routes, host),
    get journal() {
      return cell.entries
    },
    configure(config) {
      cell.configure(prepareConfig(parseConfig(typeof config === 'function' ? buildConfig(config) : config)))
    },
    use(...scenarios) {
      const list = `use ${++usedLists}`
      const prepared = prepareScenarios(parseScenarios(scenarios), list, null)
      cell.state = useScenarios(cell.state, prepared)
    },
    reset: () => cell.reset(),
    summary: () =>
      summarise(cell.tally, {
        pending: cell.pending,
        unused: unusedResponses(cell.state).length,
        dropped: cell.dropped,
      }),
    verify(verifyOptions = {}) {
      checkOptions('llm.verify()', verifyOptions, [
        'unmatched',
        'mismatches',
        'rejections',
        'unused',
        'terminalMarkers',
      ])
      const problems = findProblems(cell.tally, unusedResponses(cell.state), verifyOptions)
      if (problems.length > 0) throw new VerificationError(problems)
    },
    settled: () => cell.settled(),
    subscribe: (listener) => cell.subscribe(listener),
    controlHandlers: (controlOptions) => controlHandlers(controlRoutes(llm, controlOptions)),
    close: () => cell.endDeliveries('llm.close()'),
    [Symbol.dispose]: () => cell.endDeliveries('llm.close()'),
  }
  return llm
}

const optionNames = ['providers', 'config', 'clock', 'identify', 'countTokens', 'journal', 'ReadableStream']

function checkBound(name: string, bound: number | undefined): void {
  if (bound === undefined || bound === Infinity || (Number.isSafeInteger(bound) && bound >= 0)) return
  throw new TypeError(`createLlmMock({ journal: { ${name} } }) takes a whole number from 0, not ${String(bound)}.`)
}

function checkClock(clock: Clock | undefined): void {
  if (clock === undefined || (typeof clock?.now === 'function' && typeof clock.sleep === 'function')) return
  throw new TypeError('createLlmMock({ clock }) takes a clock with now() and sleep(), for example manualClock().')
}

function checkStreamClass(Stream: unknown): void {
  if (Stream === undefined || (typeof Stream === 'function' && Stream.prototype !== undefined)) return
  throw new TypeError(`createLlmMock({ ReadableStream }) takes a class of streams, not ${kindOf(Stream)}.`)
}

function routesOf(providers: readonly Provider[]): readonly Route[] {
  if (
    !Array.isArray(providers) ||
    providers.length === 0 ||
    !providers.every((provider) => Array.isArray((provider as Provider | null)?.routes))
  ) {
    throw new TypeError('createLlmMock({ providers }) takes a list of providers, for example [openai()].')
  }
  return providers.flatMap(({ routes }) => routes)
}
