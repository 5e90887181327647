import {
  createLlmMock,
  manualClock,
  openai,
  scenario,
  text,
  type JournalEntry,
  type JsonValue,
  type LlmMock,
  type Summary,
} from 'msw-llm'
import type { RequestHandler } from 'msw'
import { setupServer } from 'msw/node'
import type { ClientOptions } from 'openai'
import type { ClientOptions as ClientOptions6 } from 'openai6'
import { expectTypeOf, test } from 'vitest'
import { ReadableStream as PolyfilledStream } from 'web-streams-polyfill'

declare const llm: LlmMock

/** The keys and lists of a type that can be changed, however deep; JSON itself is read-only, and endless. */
type Changeable<T> = JsonValue extends T
  ? never
  : T extends readonly (infer Item)[]
    ? T extends unknown[]
      ? T
      : Changeable<Item>
    : T extends object
      ? { [Key in keyof T]-?: IsReadonly<T, Key> extends true ? Changeable<T[Key]> : Key }[keyof T]
      : never
type IsReadonly<T, Key extends keyof T> = IsEqual<Pick<T, Key>, Readonly<Pick<T, Key>>>
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- TypeScript has no other exact comparison.
type IsEqual<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

test('every option of a mock may be left out or undefined', () => {
  expectTypeOf(createLlmMock()).toEqualTypeOf<LlmMock>()
  createLlmMock({})
  createLlmMock({
    providers: [openai({ baseURL: ['https://a.test/v1', 'https://b.test/v1'] })],
    config: { models: [{ id: 'gpt-5.5', kind: 'chat' }] },
    clock: manualClock(),
    identify: (sequence) => ({ id: String(sequence), created: 0 }),
    countTokens: ({ length }) => length,
    journal: { maximumEntries: 10 },
    ReadableStream: globalThis.ReadableStream,
  })
  createLlmMock({ ReadableStream: PolyfilledStream })
  createLlmMock({ providers: undefined, config: undefined, clock: undefined, journal: { maximumBytes: undefined } })
  // @ts-expect-error `scenarios` is `config: { chatScenarios }`.
  createLlmMock({ scenarios: [] })
  // @ts-expect-error A provider's name is not the provider.
  createLlmMock({ providers: ['openai'] })
  // @ts-expect-error A stream is not its class.
  createLlmMock({ ReadableStream: new ReadableStream() })
})

test('the handlers are those of MSW', () => {
  expectTypeOf(llm.handlers).toEqualTypeOf<RequestHandler[]>()
  expectTypeOf(setupServer(...llm.handlers)).toEqualTypeOf<ReturnType<typeof setupServer>>()
})

test('the fetch is a fetch, for the official clients too', () => {
  expectTypeOf(llm.fetch).toExtend<typeof fetch>()
  expectTypeOf(llm.fetch).toExtend<NonNullable<ClientOptions['fetch']>>()
  expectTypeOf(llm.fetch).toExtend<NonNullable<ClientOptions6['fetch']>>()
})

test('a configuration is given as data or by a callback', () => {
  llm.configure({ chatScenarios: [] })
  llm.configure((config) => config.chatModel('gpt-5.5'))
  llm.configure(() => {})
  llm.use(scenario('a', { responses: [text('Hi')] }), { id: 'b', responses: [{ content: 'Hi' }] })
  // @ts-expect-error A response alone says nothing of when it is given.
  llm.use(text('Hi'))
})

test('the journal cannot be changed', () => {
  expectTypeOf(llm.journal).toEqualTypeOf<readonly JournalEntry[]>()
  expectTypeOf<Changeable<JournalEntry>>().toBeNever()
  expectTypeOf<Changeable<{ readonly list: number[]; readonly inner: { key: 1 } }>>().toEqualTypeOf<number[] | 'key'>()
  const [entry] = llm.journal
  // @ts-expect-error An entry is read-only, however deep.
  if (entry) entry.request.headers['x-a'] = 'b'
  // @ts-expect-error There is no list to add to.
  llm.journal.push()
})

test('the rest of a mock', () => {
  expectTypeOf(llm.summary()).toEqualTypeOf<Summary>()
  expectTypeOf(llm.settled()).toEqualTypeOf<Promise<void>>()
  const unsubscribe = llm.subscribe((entry) => expectTypeOf(entry).toEqualTypeOf<JournalEntry>())
  expectTypeOf(unsubscribe).toEqualTypeOf<() => void>()
  expectTypeOf(llm).toExtend<Disposable>()
})
