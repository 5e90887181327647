/** The two streams that Azure's document prints come out of fixtures, frame for frame and key for key; tokens that it leaves out are ours. */
import { expect, test } from 'vitest'
import { azureOpenai, type FixtureResponse } from 'msw-llm'
import { planOf } from '../protocols/wire.ts'

const [deployment] = azureOpenai({ contentFilter: { mode: 'async', dialect: 'documented' } }).routes

interface Printed {
  readonly prompt: string
  readonly apiVersion: string
  readonly id: string
  readonly created: number
}

function framesOf({ prompt, apiVersion, id, created }: Printed, response: FixtureResponse): readonly string[] {
  const plan = planOf({
    name: 'printed',
    response,
    route: deployment!,
    params: { deployment: 'gpt-35-turbo' },
    query: `?api-version=${apiVersion}`,
    // Spelled as the document spells it.
    body: {
      temperature: 0,
      frequency_penalty: 0,
      presence_penalty: 1,
      top_p: 1,
      max_tokens: 800,
      messages: [{ role: 'user', content: prompt }],
      stream: true,
    },
  })
  const native = { id: 'chatcmpl-00000000000000000000000000001', created: 1_700_000_001 }
  return plan.kind === 'stream'
    ? plan.frames.map(({ data }) => data.replace(native.id, id).replace(String(native.created), String(created)))
    : []
}

const safe =
  '{"hate":{"filtered":false,"severity":"safe"},"self_harm":{"filtered":false,"severity":"safe"},"sexual":{"filtered":false,"severity":"safe"},"violence":{"filtered":false,"severity":"safe"}}'

function promptFrame(key: string): string {
  return `{"id":"","object":"","created":0,"model":"","${key}":[{"prompt_index":0,"content_filter_results":${safe}}],"choices":[],"usage":null}`
}

function chunk({ id, created }: Printed, finish: string, delta: string): string {
  return `{"id":"${id}","object":"chat.completion.chunk","created":${created},"model":"gpt-35-turbo","choices":[{"index":0,"finish_reason":${finish},"delta":${delta}}],"usage":null}`
}

function annotation(finish: string, results: string, check: number, start: number, end: number): string {
  return `{"id":"","object":"","created":0,"model":"","choices":[{"index":0,"finish_reason":${finish},"content_filter_results":${results},"content_filter_offsets":{"check_offset":${check},"start_offset":${start},"end_offset":${end}}}],"usage":null}`
}

test('the stream that passes', () => {
  const printed: Printed = {
    prompt: 'What is color?',
    apiVersion: '2023-07-01-preview',
    id: 'chatcmpl-7rCNsVeZy0PGnX3H6jK8STps5nZUY',
    created: 1692913344,
  }
  // The document leaves out all but the first three: they end 198 and 571 characters from the start of the prompt.
  const streamChunks = ['Color', ' is', ' a', '.'.repeat(198 - 44 - 10), '.'.repeat(571 - 198)]
  const frames = framesOf(printed, {
    content: streamChunks.join(''),
    streamChunks,
    contentFilter: {
      annotations: [
        { after: 154, checkOffset: 44, startOffset: 44, endOffset: 198 },
        { after: 'finish', checkOffset: 506, startOffset: 44, endOffset: 571 },
      ],
    },
  })
  expect(frames).toEqual([
    promptFrame('prompt_annotations'),
    chunk(printed, 'null', '{"role":"assistant"}'),
    chunk(printed, 'null', '{"content":"Color"}'),
    chunk(printed, 'null', '{"content":" is"}'),
    chunk(printed, 'null', '{"content":" a"}'),
    chunk(printed, 'null', `{"content":"${streamChunks[3]}"}`),
    annotation('null', safe, 44, 44, 198),
    chunk(printed, 'null', `{"content":"${streamChunks[4]}"}`),
    chunk(printed, '"stop"', '{}'),
    annotation('null', safe, 506, 44, 571),
    '[DONE]',
  ])
})

test('the stream that is blocked', () => {
  const printed: Printed = {
    prompt: 'Tell me the lyrics to "Hey Jude".',
    apiVersion: '2024-02-01',
    id: 'chatcmpl-8JCbt5d4luUIhYCI7YH4dQK7hnHx2',
    created: 1699587397,
  }
  const streamChunks = ['Hey', ' Jude', ',', '.'.repeat(1056 - 65 - 9 - 7), ' better', ' than what is never sent']
  const frames = framesOf(printed, {
    content: streamChunks.join(''),
    streamChunks,
    contentFilter: { windowCharacters: 991, block: { category: 'protected_material_text' } },
  })
  expect(frames).toEqual([
    promptFrame('prompt_filter_results'),
    chunk(printed, 'null', '{"role":"assistant"}'),
    chunk(printed, 'null', '{"content":"Hey"}'),
    chunk(printed, 'null', '{"content":" Jude"}'),
    chunk(printed, 'null', '{"content":","}'),
    chunk(printed, 'null', `{"content":"${streamChunks[3]}"}`),
    chunk(printed, 'null', '{"content":" better"}'),
    annotation('null', safe, 65, 65, 1056),
    annotation('"content_filter"', '{"protected_material_text":{"detected":true,"filtered":true}}', 65, 65, 1056),
    '[DONE]',
  ])
})
