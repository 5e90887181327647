/** The globals that a host has to have, told before something trips over one that is missing. */

/**
 * Looks for globals.
 *
 * @throws {TypeError} that names the first one missing, and the remedy.
 */
export function checkGlobals(...names: readonly string[]): void {
  const missing = names.find((name) => !(name in globalThis))
  if (missing === undefined) return
  const own = missing === 'ReadableStream' ? ', or pass a class of streams to createLlmMock({ ReadableStream })' : ''
  throw new TypeError(
    `msw-llm needs the global ${missing}, which this environment lacks: in jest, set testEnvironment to 'jest-fixed-jsdom', which brings Node's own${own}.`,
  )
}

/**
 * @note These are read while MSW 3, and this package, load, so this module comes before them. The build keeps it in a
 * file of its own: a bundler puts the imports of what it leaves out on top of a file.
 */
checkGlobals('Request', 'Response', 'TextEncoder', 'AbortController', 'BroadcastChannel', 'WritableStream')
