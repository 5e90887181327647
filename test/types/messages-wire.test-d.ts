/** What the core sends is what the official clients say they receive, but for what the recorded service leaves out too. */
import type { Message, RawMessageStreamEvent } from '@anthropic-ai/sdk/resources/messages'
import type {
  Message as Message0,
  RawMessageStreamEvent as RawMessageStreamEvent0,
} from 'anthropic0/resources/messages'
import { expectTypeOf, test } from 'vitest'
import type { MessageBody, MessageStreamEvent } from '../../src/protocols/messages/wire.ts'

/** The clients' types have mutable arrays; the bytes do not care. */
type Received<T> = T extends readonly (infer Item)[]
  ? Received<Item>[]
  : T extends object
    ? { -readonly [Key in keyof T]: Received<T[Key]> }
    : T

/** Fields that the clients promise and the service does not send. */
type Missing<There, Here> = Exclude<keyof There, keyof Here>
type Undeclared<Here, There> = Exclude<keyof Here, keyof There>

type Sent<Type extends MessageStreamEvent['type']> = Extract<MessageStreamEvent, { type: Type }>
type Declared<Type extends RawMessageStreamEvent['type']> = Extract<RawMessageStreamEvent, { type: Type }>
type Declared0<Type extends RawMessageStreamEvent0['type']> = Extract<RawMessageStreamEvent0, { type: Type }>

type TextBlock = Extract<Message['content'][number], { type: 'text' }>
type TextBlock0 = Extract<Message0['content'][number], { type: 'text' }>
type SentBlock = MessageBody['content'][number]

test('a message, but for fields that recordings of 2026 do not have', () => {
  expectTypeOf<Missing<Message, MessageBody>>().toEqualTypeOf<'container' | 'diagnostics'>()
  expectTypeOf<Missing<Message0, MessageBody>>().toEqualTypeOf<'container' | 'diagnostics'>()
  type Head = Received<Omit<MessageBody, 'content' | 'usage' | 'stop_details'>>
  expectTypeOf<Head>().toExtend<Omit<Message, 'container' | 'diagnostics' | 'content' | 'usage' | 'stop_details'>>()
  expectTypeOf<Head>().toExtend<Omit<Message0, 'container' | 'diagnostics' | 'content' | 'usage' | 'stop_details'>>()
  // @ts-expect-error Recorded messages (August 2026) have neither container nor diagnostics.
  expectTypeOf<Received<MessageBody>>().toExtend<Message>()
  // @ts-expect-error The same.
  expectTypeOf<Received<MessageBody>>().toExtend<Message0>()
})

test('a block of text, but for citations', () => {
  expectTypeOf<Missing<TextBlock, SentBlock>>().toEqualTypeOf<'citations'>()
  expectTypeOf<Missing<TextBlock0, SentBlock>>().toEqualTypeOf<'citations'>()
  expectTypeOf<SentBlock>().toExtend<Omit<TextBlock, 'citations'>>()
  expectTypeOf<SentBlock>().toExtend<Omit<TextBlock0, 'citations'>>()
  // @ts-expect-error Recorded blocks (July 2026) have no citations.
  expectTypeOf<SentBlock>().toExtend<TextBlock>()
})

test('the details of a stop, whose category a route restricts', () => {
  type Details = Received<MessageBody['stop_details']>
  expectTypeOf<(Details & { category: 'cyber' | null }) | null>().toExtend<Message['stop_details']>()
  expectTypeOf<(Details & { category: 'cyber' | null }) | null>().toExtend<Message0['stop_details']>()
  expectTypeOf<keyof NonNullable<Details>>().toEqualTypeOf<keyof NonNullable<Message['stop_details']>>()
  // @ts-expect-error The protocol takes any text; `refusalCategories` of the route holds it to the client's five.
  expectTypeOf<Details>().toExtend<Message['stop_details']>()
})

test('usage, but for counters that do not apply', () => {
  type Usage = MessageBody['usage']
  expectTypeOf<Missing<Message['usage'], Usage>>().toEqualTypeOf<'server_tool_use' | 'speed'>()
  expectTypeOf<Missing<Message0['usage'], Usage>>().toEqualTypeOf<'server_tool_use' | 'speed'>()
  type Counted = Received<Omit<Usage, 'output_tokens_details'>>
  expectTypeOf<Counted>().toExtend<Omit<Message['usage'], 'server_tool_use' | 'speed' | 'output_tokens_details'>>()
  expectTypeOf<Counted>().toExtend<Omit<Message0['usage'], 'server_tool_use' | 'speed' | 'output_tokens_details'>>()
  expectTypeOf<Required<Usage>['output_tokens_details']>().toExtend<Message['usage']['output_tokens_details']>()
  // @ts-expect-error Recorded usage (August 2026) leaves out the counters that do not apply.
  expectTypeOf<Received<Usage>>().toExtend<Message['usage']>()
})

test('the events of a stream', () => {
  expectTypeOf<MessageStreamEvent['type']>().toEqualTypeOf<RawMessageStreamEvent['type']>()
  expectTypeOf<MessageStreamEvent['type']>().toEqualTypeOf<RawMessageStreamEvent0['type']>()
  expectTypeOf<Received<Sent<'content_block_delta'>>>().toExtend<Declared<'content_block_delta'>>()
  expectTypeOf<Received<Sent<'content_block_delta'>>>().toExtend<Declared0<'content_block_delta'>>()
  expectTypeOf<Received<Sent<'content_block_stop'>>>().toEqualTypeOf<Declared<'content_block_stop'>>()
  expectTypeOf<Received<Sent<'content_block_stop'>>>().toEqualTypeOf<Declared0<'content_block_stop'>>()
  expectTypeOf<Received<Sent<'message_stop'>>>().toEqualTypeOf<Declared<'message_stop'>>()
  expectTypeOf<Received<Sent<'message_stop'>>>().toEqualTypeOf<Declared0<'message_stop'>>()
  expectTypeOf<keyof Sent<'message_start'>>().toEqualTypeOf<keyof Declared<'message_start'>>()
  expectTypeOf<keyof Sent<'content_block_start'>>().toEqualTypeOf<keyof Declared<'content_block_start'>>()
  expectTypeOf<keyof Sent<'message_delta'>>().toEqualTypeOf<keyof Declared<'message_delta'>>()
})

test('the end of a stream, but for what it leaves out in recordings', () => {
  type End = Sent<'message_delta'>
  expectTypeOf<Missing<Declared<'message_delta'>['delta'], End['delta']>>().toEqualTypeOf<'container'>()
  expectTypeOf<Missing<Declared<'message_delta'>['usage'], End['usage']>>().toEqualTypeOf<'server_tool_use'>()
  expectTypeOf<Missing<Declared0<'message_delta'>['delta'], End['delta']>>().toEqualTypeOf<'container'>()
  expectTypeOf<Missing<Declared0<'message_delta'>['usage'], End['usage']>>().toEqualTypeOf<'server_tool_use'>()
  // @ts-expect-error Recorded ends (July 2026) have neither container nor server_tool_use.
  expectTypeOf<Received<End>>().toExtend<Declared<'message_delta'>>()
})

test('no field that the clients do not declare', () => {
  expectTypeOf<Undeclared<MessageBody, Message>>().toBeNever()
  expectTypeOf<Undeclared<MessageBody, Message0>>().toBeNever()
  expectTypeOf<Undeclared<MessageBody['usage'], Message['usage']>>().toBeNever()
  expectTypeOf<Undeclared<MessageBody['usage'], Message0['usage']>>().toBeNever()
  expectTypeOf<Undeclared<Sent<'message_delta'>['usage'], Declared<'message_delta'>['usage']>>().toBeNever()
  expectTypeOf<Undeclared<Sent<'message_delta'>['delta'], Declared<'message_delta'>['delta']>>().toBeNever()
})
