/** How long nothing must move before the rest counts as waiting for its client. */
import { turn } from './turn.ts'

export interface QuietSpell {
  /** A turn of the event loop in which nothing moved. */
  passTurn(): void
  isOver(): boolean
}

const turnsInProcess = 3
const millisecondsBehindWorker = 400
/** Where the clock stands still, since fake timers had it when this module was loaded. */
const turnsBehindWorker = 50_000

/** Taken when the module is loaded: a test may put a fake one in its place. */
const now = globalThis.performance.now.bind(globalThis.performance)

/**
 * Begins anew with each move.
 *
 * @note Behind a service worker a frame is asked for from another thread, in its own time, which on a busy machine is
 * many turns of this one.
 */
export function quietSpell(): QuietSpell {
  const begin = now()
  const behindWorker = globalThis.navigator?.serviceWorker !== undefined
  let turns = 0
  return {
    passTurn: () => void turns++,
    isOver: () =>
      turns >= turnsInProcess &&
      (!behindWorker || now() - begin >= millisecondsBehindWorker || turns >= turnsBehindWorker),
  }
}

/**
 * What is left to do before a stream can be broken off.
 *
 * @note A service worker drops what its page has sent and its client has not read when the page breaks the stream off,
 * and nothing tells the page of the reading.
 */
export function untilRead(): (() => Promise<void>) | undefined {
  return globalThis.navigator?.serviceWorker?.controller == null ? undefined : readingSpell
}

const millisecondsOfReading = 50

async function readingSpell(): Promise<void> {
  const begin = now()
  for (let turns = 0; now() - begin < millisecondsOfReading && turns < turnsBehindWorker; turns++) await turn()
}
