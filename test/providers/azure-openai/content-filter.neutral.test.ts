/** What clients see of a stream that Azure filters; the table in docs/content-filter.md says the same. */
import OpenAI, { AzureOpenAI } from 'openai'
import { expect, test } from 'vitest'
import { createLlmMock, promptBlocked, scenario, text, type FixtureResponse, type LlmMock } from 'msw-llm'
import { azureOpenai } from 'msw-llm/azure-openai'
import { hosts } from '#hosts'
import { withHost, type Connection } from '../../support/host.ts'

const endpoint = 'https://example.openai.azure.com'

const clients: readonly [string, (connection: Connection) => OpenAI][] = [
  [
    'AzureOpenAI',
    ({ fetch }) =>
      new AzureOpenAI({
        apiKey: 'test',
        endpoint,
        apiVersion: '2024-10-21',
        ...(fetch && { fetch }),
        dangerouslyAllowBrowser: true,
      }),
  ],
  [
    'openai',
    ({ fetch }) =>
      new OpenAI({ apiKey: 'test', baseURL: `${endpoint}/openai/v1`, fetch, dangerouslyAllowBrowser: true }),
  ],
]

const safe = { filtered: false, severity: 'safe' }
const harms = { hate: safe, self_harm: safe, sexual: safe, violence: safe }
const violation = { protected_material_text: { detected: true, filtered: true } }
const messages = [{ role: 'user' as const, content: 'What is color?' }]

function mockOf(...responses: FixtureResponse[]): LlmMock {
  const llm = createLlmMock({ providers: [azureOpenai({ contentFilter: { mode: 'async', windowCharacters: 10 } })] })
  llm.use(scenario('filtered', { responses }))
  return llm
}

const passes = text('Color is light.', { streamChunks: ['Color ', 'is ', 'light.'] })
const blocks = text('Color is light, and more.', {
  streamChunks: ['Color ', 'is ', 'light', ', and more.'],
  contentFilter: { block: { category: 'protected_material_text', at: 12 } },
})

type Seen = readonly [delta: unknown, finish: unknown, results: unknown, offsets: unknown]

function seenIn({ choices }: OpenAI.ChatCompletionChunk): Seen | 'no choice' {
  const [choice] = choices as unknown as readonly Record<string, unknown>[]
  if (choice === undefined) return 'no choice'
  return [choice['delta'], choice['finish_reason'], choice['content_filter_results'], choice['content_filter_offsets']]
}

function offsets(check: number, start: number, end: number): object {
  return { check_offset: check, start_offset: start, end_offset: end }
}

const role = { role: 'assistant', content: '', refusal: null }

for (const host of hosts) {
  for (const [name, clientOn] of clients) {
    const where = `${host.name}, ${name}`

    test(`${where}: an iterator sees every frame of a stream that passes`, async () => {
      await withHost(host, mockOf(passes), async (connection) => {
        const stream = await clientOn(connection).chat.completions.create({ model: 'gpt', messages, stream: true })
        const seen: unknown[] = []
        for await (const chunk of stream) seen.push(seenIn(chunk))
        expect(seen).toEqual([
          'no choice',
          [role, null, undefined, undefined],
          [{ content: 'Color ' }, null, undefined, undefined],
          [{ content: 'is ' }, null, undefined, undefined],
          [{ content: 'light.' }, null, undefined, undefined],
          [undefined, null, harms, offsets(44, 44, 59)],
          [{}, 'stop', undefined, undefined],
        ])
      })
    })

    test(`${where}: an iterator sees a stream that is blocked end with the verdict`, async () => {
      await withHost(host, mockOf(blocks), async (connection) => {
        const stream = await clientOn(connection).chat.completions.create({
          model: 'gpt',
          messages,
          stream: true,
          stream_options: { include_usage: true },
        })
        const seen: unknown[] = []
        for await (const chunk of stream) seen.push(seenIn(chunk))
        expect(seen).toEqual([
          'no choice',
          [role, null, undefined, undefined],
          [{ content: 'Color ' }, null, undefined, undefined],
          [{ content: 'is ' }, null, undefined, undefined],
          [{ content: 'light' }, null, undefined, undefined],
          [undefined, null, harms, offsets(44, 44, 58)],
          [undefined, 'content_filter', violation, offsets(44, 44, 58)],
        ])
        await connection.llm.settled()
        expect(connection.llm.journal[0]).toMatchObject({
          outcome: 'filtered',
          response: {
            content: 'Color is light, and more.',
            outputDisposition: null,
            usage: { inputTokens: 4, outputTokens: 4, totalTokens: 8 },
          },
          delivery: { framesTotal: 8, framesSent: 8, terminalMarkerObserved: true, end: 'completed' },
        })
      })
    })

    test(`${where}: the helper reads both as ordinary completions`, async () => {
      await withHost(host, mockOf(passes, blocks), async (connection) => {
        const client = clientOn(connection)
        const read = async (): Promise<unknown> => {
          const { choices } = await client.chat.completions.stream({ model: 'gpt', messages }).finalChatCompletion()
          const [choice] = choices as unknown as readonly Record<string, unknown>[]
          const { content } = choice!['message'] as { content: string }
          return [content, choice!['finish_reason'], choice!['content_filter_results']]
        }
        expect(await read()).toEqual(['Color is light.', 'stop', harms])
        expect(await read()).toEqual(['Color is light', 'content_filter', violation])
      })
    })

    test(`${where}: JSON, in mode async too, is as in mode default`, async () => {
      await withHost(host, mockOf(passes, blocks), async (connection) => {
        const client = clientOn(connection)
        const read = async (): Promise<unknown> => {
          const completion = await client.chat.completions.create({ model: 'gpt', messages })
          const [choice] = completion.choices as unknown as readonly Record<string, unknown>[]
          const { content } = choice!['message'] as { content: string }
          return [
            content,
            choice!['finish_reason'],
            choice!['content_filter_results'],
            completion.usage?.completion_tokens,
          ]
        }
        expect(await read()).toEqual(['Color is light.', 'stop', harms, 4])
        expect(await read()).toEqual(['Color is lig', 'content_filter', { ...harms, ...violation }, 3])
      })
    })

    test(`${where}: a prompt that is blocked is one 400, streamed or not`, async () => {
      await withHost(host, mockOf(promptBlocked(), promptBlocked()), async (connection) => {
        const client = clientOn(connection)
        for (const stream of [false, true]) {
          const error: unknown = await client.chat.completions.create({ model: 'gpt', messages, stream }).then(
            () => 'no error',
            (reason: unknown) => reason,
          )
          expect(error).toBeInstanceOf(OpenAI.BadRequestError)
          const { status, code, param, type, error: body } = error as InstanceType<typeof OpenAI.BadRequestError>
          expect([status, code, param, type]).toEqual([400, 'content_filter', 'prompt', null])
          expect((body as { innererror: object }).innererror).toEqual({
            code: 'ResponsibleAIPolicyViolation',
            content_filter_result: {
              ...harms,
              hate: { filtered: true, severity: 'high' },
              jailbreak: { filtered: false, detected: false },
            },
          })
        }
        expect(connection.llm.journal.map(({ outcome }) => outcome)).toEqual(['prompt_blocked', 'prompt_blocked'])
      })
    })
  }

  test(`${host.name}: a code that takes back what was shown ends with the text before the violation`, async () => {
    const content = 'Grüße 👋🏽! Here is a song: la la la, and so on.'
    const response = text(content, { contentFilter: { block: { category: 'protected_material_text', at: 27 } } })
    await withHost(host, mockOf(response), async (connection) => {
      const stream = await clients[0]![1](connection).chat.completions.create({ model: 'gpt', messages, stream: true })
      let shown: string[] = []
      for await (const chunk of stream) {
        const choice = chunk.choices[0] as unknown as
          | {
              delta?: { content?: string }
              content_filter_results?: Record<string, { filtered: boolean }>
              content_filter_offsets?: { start_offset: number; end_offset: number }
            }
          | undefined
        shown.push(...Array.from(choice?.delta?.content ?? ''))
        const range = choice?.content_filter_offsets
        if (range === undefined) continue
        if (Object.values(choice?.content_filter_results ?? {}).some(({ filtered }) => filtered)) {
          shown = [...shown.slice(0, range.start_offset - 44), ...shown.slice(range.end_offset - 44)]
        }
      }
      expect(shown.join('')).toBe('Grüße 👋🏽! Here is a song:')
    })
  })
}
