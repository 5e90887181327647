/** What the packed package asks of its host, in a process that has no more than that. */
import { cpSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { makeConsumer, root } from './consumer.ts'

const own = ['Headers', 'AbortController', 'ReadableStream', 'URL', 'URLSearchParams', 'setTimeout', 'clearTimeout']
const ofMsw = [
  'Request',
  'Response',
  'TextEncoder',
  'BroadcastChannel',
  'WritableStream',
  'Event',
  'EventTarget',
  'MessageEvent',
]
/** By the first msw knows Node; the others are used by Node's Response. */
const ofNode = ['process', 'Buffer', 'performance', 'queueMicrotask']
const all = [...own, ...ofMsw, ...ofNode]

function runWith(globals: readonly string[]): unknown {
  const consumer = makeConsumer({ msw: 'msw' })
  cpSync(path.join(root, 'test/package/fixtures/few-globals.mjs'), path.join(consumer.folder, 'few-globals.mjs'))
  const { output } = consumer.run('few-globals.mjs', ...globals)
  return JSON.parse(output)
}

test('streams from each provider without TransformStream, TextDecoderStream and most other globals', () => {
  expect(runWith(all)).toEqual([
    ['sse', 5, 'completed'],
    ['sse', 10, 'completed'],
    ['sse', 8, 'completed'],
    ['sse', 2, 'completed'],
    ['json-array', 2, 'completed'],
  ])
})

const missing = [
  'Request',
  'Response',
  'TextEncoder',
  'BroadcastChannel',
  'WritableStream',
  'Headers',
  'AbortController',
]

test.each([
  ...missing.map((name) => [name, ''] as const),
  ['ReadableStream', ', or pass a class of streams to createLlmMock({ ReadableStream })'] as const,
])('without the global %s one sentence names it and the remedy', (name, more) => {
  expect(runWith(all.filter((kept) => kept !== name))).toBe(
    `TypeError: msw-llm needs the global ${name}, which this environment lacks: in jest, set testEnvironment to 'jest-fixed-jsdom', which brings Node's own${more}.`,
  )
})

test('the core loads where there are no globals but those of the language', () => {
  const consumer = makeConsumer({ msw: 'msw' })
  consumer.write(
    'core.mjs',
    `import { runInNewContext } from 'node:vm'
     const kept = runInNewContext('Object.getOwnPropertyNames(globalThis)')
     const { log } = console
     for (const name of Object.getOwnPropertyNames(globalThis)) if (!kept.includes(name)) delete globalThis[name]
     const { text } = await import('msw-llm/core')
     log(JSON.stringify(text('Hi')))`,
  )
  expect(consumer.run('core.mjs')).toEqual({ status: 0, output: '{"content":"Hi"}' })
})
