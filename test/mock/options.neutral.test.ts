/** Options that TypeScript would refuse do not pass in silence in JavaScript either. */
import { expect, test } from 'vitest'
import { createLlmMock, openai, scenario, text } from 'msw-llm'

const options = 'providers, config, clock, identify, countTokens, journal, ReadableStream'

test.each([
  [
    'createLlmMock',
    () => createLlmMock({ baseURL: 'x' } as never),
    `createLlmMock() has no option "baseURL"; its options are ${options}.`,
  ],
  [
    'createLlmMock of null',
    () => createLlmMock(null as never),
    `createLlmMock() takes an object of options: ${options}.`,
  ],
  [
    'journal',
    () => createLlmMock({ journal: { maxEntries: 1 } as never }),
    'createLlmMock({ journal }) has no option "maxEntries"; its options are maximumEntries, maximumBytes.',
  ],
  [
    'clock',
    () => createLlmMock({ clock: {} as never }),
    'createLlmMock({ clock }) takes a clock with now() and sleep(), for example manualClock().',
  ],
  ['openai', () => openai({ baseUrl: 'x' } as never), 'openai() has no option "baseUrl"; its options are baseURL.'],
  [
    'verify',
    () => createLlmMock().verify({ unsed: false } as never),
    'llm.verify() has no option "unsed"; its options are unmatched, mismatches, rejections, unused, terminalMarkers.',
  ],
  ...[openai(), [openai], ['openai'], [null]].map((providers) => [
    'providers',
    () => createLlmMock({ providers: providers as never }),
    'createLlmMock({ providers }) takes a list of providers, for example [openai()].',
  ]),
] as [string, () => unknown, string][])('%s refuses what is no option of its', (_, call, message) => {
  expect(call).toThrow(new TypeError(message))
})

test('a configuration of null is no empty one', () => {
  expect(() => createLlmMock({ config: null as never })).toThrow('Invalid input: expected object, received null')
})

test('use() says how scenarios are given', () => {
  expect(() => createLlmMock().use([scenario('a', { responses: [text('Hi')] })] as never)).toThrow(
    'Scenarios are given one by one, not as a list: llm.use(...scenarios)',
  )
})
