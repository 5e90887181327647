/** Whatever comes, a client gives an answer or throws one of its own errors. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ChatHttpError, ChatStreamError, type ChatResponse } from 'msw-llm/chat-client'
import { readEvents, readJson, readStream, lastOf } from './replies.ts'
import { targets } from './targets.ts'

const words = [
  'message',
  'text',
  'refusal',
  'function_call',
  'tool_use',
  'thinking',
  'error',
  'stop',
  'SAFETY',
  '1',
  '',
]
const types = [
  'response.created',
  'response.completed',
  'response.failed',
  'response.output_text.delta',
  'response.output_item.added',
  'response.content_part.added',
  'response.function_call_arguments.delta',
  'message_start',
  'content_block_start',
  'content_block_delta',
  'message_delta',
  'message_stop',
  ...words,
]
const names = (
  'id,choices,index,delta,message,content,refusal,reasoning_content,tool_calls,function,name,arguments,finish_reason,' +
  'usage,prompt_tokens,total_tokens,error,code,status,details,output,item,part,response,incomplete_details,reason,' +
  'output_index,summary,content_block,stop_reason,stop_details,explanation,partial_json,input,input_tokens,' +
  'candidates,parts,text,thought,functionCall,args,finishReason,promptFeedback,blockReason,usageMetadata,responseId'
).split(',')

/** JSON made of the words that providers use, in the wrong places. */
const { value: anything } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(null, true, 0, -1, 1.5, ...words),
    fc.array(tie('value'), { maxLength: 3 }),
    fc
      .tuple(fc.constantFrom(...types), fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 5 }))
      .map(([type, fields]) => ({ type, ...fields })),
  ),
}))

function checkAnswer(response: ChatResponse): void {
  const { id, parts, message, text, usage } = response
  expect([typeof id, typeof text, message]).toEqual(['string', 'string', { role: 'assistant', content: parts }])
  for (const count of Object.values(usage ?? {})) expect(count).toBeTypeOf('number')
  expect(JSON.parse(JSON.stringify(response))).toEqual(response)
}

function isOurs(error: unknown): void {
  if (error instanceof ChatHttpError) expect(error.code === null || typeof error.code === 'string').toBe(true)
  else if (error instanceof ChatStreamError) checkAnswer(error.partial)
  else throw error
}

for (const target of targets.filter(({ route }) => /openai\/v1|anthropic|generate/i.test(route))) {
  test(`${target.route}: any JSON is an answer or a failure`, async () => {
    await fc.assert(
      fc.asyncProperty(anything, fc.constantFrom(200, 400, 500), async (body, status) => {
        await readJson(target, body as never, { status }).then(checkAnswer, isOurs)
      }),
      { numRuns: 150, seed: 7 },
    )
  })

  test(`${target.route}: any events are an answer or a failure`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anything, { maxLength: 6 }), async (events) => {
        await lastOf(
          readEvents(
            target,
            events.map((event) => JSON.stringify(event)),
          ),
        ).then(checkAnswer, isOurs)
      }),
      { numRuns: 150, seed: 7 },
    )
  })

  test(`${target.route}: any bytes are a failure`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 60 }), async (bytes) => {
        const error = await readStream(target, new Uint8Array(bytes)).catch((thrown: unknown) => thrown)
        expect(error).toBeInstanceOf(ChatStreamError)
      }),
      { numRuns: 50, seed: 7 },
    )
  })
}

test('a long stream takes time in proportion to its length', async () => {
  const [target] = targets
  const frame = { choices: [{ index: 0, delta: { content: 'word ' } }] }
  const stream = (count: number) => readEvents(target!, [...Array.from({ length: count }, () => frame), '[DONE]'])
  const response = await lastOf(stream(20_000))
  expect(response.text).toHaveLength(100_000)
})
