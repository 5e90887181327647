/** What the Responses protocol sends is what the official client says it receives. */
import type { Response, Responses, ResponseStreamEvent } from 'openai/resources/responses/responses'
import type {
  Response as Response6,
  Responses as Responses6,
  ResponseStreamEvent as ResponseStreamEvent6,
} from 'openai6/resources/responses/responses'
import { expectTypeOf, test } from 'vitest'
import type { DeltaEvent, LifecycleEvent, OutputEvent, ResponseBody } from '../../src/protocols/responses/wire.ts'

/** The client's types have mutable arrays; the bytes do not care. */
type Received<T> = T extends readonly (infer Item)[]
  ? Received<Item>[]
  : T extends object
    ? { -readonly [Key in keyof T]: Received<T[Key]> }
    : T

/** What the request says, which is any JSON of these names. */
type Echoed = 'prompt_cache_retention' | 'reasoning' | 'service_tier' | 'text' | 'tool_choice' | 'tools' | 'truncation'

/** What the recordings have as null, and the client's types as absent. */
type Null = 'usage' | 'user'

/** What the client adds itself, and what the service sends on request alone. */
type Absent = 'output_text' | 'access_programs'

type Body = Received<Omit<ResponseBody, Echoed | Null>>

test('a response', () => {
  expectTypeOf<Body>().toExtend<Omit<Response, Echoed | Null | Absent>>()
  expectTypeOf<Body>().toExtend<Omit<Response6, Echoed | Null | Absent>>()
})

test('what is null in a response that has no usage and no user, as recorded', () => {
  // @ts-expect-error -- recorded: `"usage":null` until the response has ended
  expectTypeOf<Pick<ResponseBody, 'usage'>>().toExtend<Pick<Response, 'usage'>>()
  // @ts-expect-error -- recorded: `"user":null`
  expectTypeOf<Pick<ResponseBody, 'user'>>().toExtend<Pick<Response, 'user'>>()
  expectTypeOf<{ usage: NonNullable<ResponseBody['usage']> }>().toExtend<Pick<Response, 'usage'>>()
  expectTypeOf<{ user: NonNullable<ResponseBody['user']> }>().toExtend<Pick<Response, 'user'>>()
})

test('what a response does not have', () => {
  type Required<T> = { [Key in keyof T]-?: object extends Pick<T, Key> ? never : Key }[keyof T]
  expectTypeOf<Exclude<Required<Response>, keyof ResponseBody>>().toEqualTypeOf<Absent>()
})

test('no field of a response that the client does not declare', () => {
  // Recorded in JSON bodies and in every phase of a stream; no version has a word for these.
  type Unspoken = 'billing' | 'frequency_penalty' | 'presence_penalty' | 'store'
  expectTypeOf<Exclude<keyof ResponseBody, keyof Response>>().toEqualTypeOf<Unspoken>()
})

test('the events of a stream', () => {
  expectTypeOf<Received<OutputEvent | DeltaEvent>>().toExtend<ResponseStreamEvent>()
  expectTypeOf<Received<OutputEvent | DeltaEvent>>().toExtend<ResponseStreamEvent6>()
  expectTypeOf<LifecycleEvent<Response>>().toExtend<ResponseStreamEvent>()
  expectTypeOf<LifecycleEvent<Response6>>().toExtend<ResponseStreamEvent6>()
})

test('no field of an event that the client does not declare', () => {
  type Fields<Event, Type> = Event extends { type: infer Some } ? (Type extends Some ? keyof Event : never) : never
  type Undeclared<Event> = {
    [Type in (OutputEvent | DeltaEvent)['type']]: Exclude<Fields<OutputEvent | DeltaEvent, Type>, Fields<Event, Type>>
  }[(OutputEvent | DeltaEvent)['type']]
  // Recorded since August 2025 on the deltas of a text.
  expectTypeOf<Undeclared<ResponseStreamEvent>>().toEqualTypeOf<'obfuscation'>()
  expectTypeOf<Undeclared<ResponseStreamEvent6>>().toEqualTypeOf<'obfuscation'>()
})

test('what is fetched is what was created, and nothing is declared of what was deleted', () => {
  expectTypeOf<Responses['delete']>().returns.resolves.toEqualTypeOf<void>()
  expectTypeOf<Responses6['delete']>().returns.resolves.toEqualTypeOf<void>()
  type Fetched<Client> = Client extends { retrieve: (id: string) => PromiseLike<infer Fetched> } ? Fetched : never
  expectTypeOf<Response>().toExtend<Fetched<Responses>>()
  expectTypeOf<Response6>().toExtend<Fetched<Responses6>>()
})
