/** Two dialogues at once, as when a reader goes over to another one while an answer still comes. */
import { expect, test, vi } from 'vitest'
import { conversation, createLlmMock, text, userContains } from 'msw-llm'
import { hosts } from '#hosts'
import { anthropicOn } from '../../support/anthropic.ts'
import { watchedClock } from '../../support/clock.ts'
import { geminiOn } from '../../support/gemini.ts'
import { withHost, type Connection } from '../../support/host.ts'
import { openaiOn, says } from '../../support/openai.ts'

/** The pieces of an answer, until the signal aborts. */
type Ask = (connection: Connection, content: string, signal: AbortSignal) => AsyncGenerator<string>

const clients: readonly (readonly [name: string, framesOfTwoPieces: number, ask: Ask])[] = [
  [
    'chat.completions.create()',
    3,
    async function* (connection, content, signal) {
      const request = { ...says(content), stream: true as const }
      const stream = await openaiOn(connection).chat.completions.create(request, { signal })
      for await (const { choices } of stream) yield choices[0]?.delta.content ?? ''
    },
  ],
  [
    'responses.create()',
    6,
    async function* (connection, input, signal) {
      const request = { model: 'm', input, stream: true as const }
      const stream = await openaiOn(connection).responses.create(request, { signal })
      for await (const event of stream) yield event.type === 'response.output_text.delta' ? event.delta : ''
    },
  ],
  [
    'messages.create()',
    5,
    async function* (connection, content, signal) {
      const request = {
        model: 'm',
        max_tokens: 100,
        messages: [{ role: 'user' as const, content }],
        stream: true as const,
      }
      const stream = await anthropicOn(connection).messages.create(request, { signal })
      for await (const event of stream) {
        yield event.type === 'content_block_delta' && event.delta.type === 'text_delta' ? event.delta.text : ''
      }
    },
  ],
  [
    'models.generateContentStream()',
    2,
    async function* (connection, contents, abortSignal) {
      const request = { model: 'm', contents, config: { abortSignal } }
      for await (const chunk of await geminiOn(connection).models.generateContentStream(request)) yield chunk.text ?? ''
    },
  ],
]

const pace = { firstTokenMilliseconds: 1000, tokensPerSecond: 1 }

/** A dialogue as it is shown. */
interface Thread {
  shown: string
  readonly leave: () => void
  /** Resolves when nothing more comes. */
  readonly over: Promise<void>
}

function open(pieces: (signal: AbortSignal) => AsyncGenerator<string>): Thread {
  const leaving = new AbortController()
  const read = async (): Promise<void> => {
    for await (const piece of pieces(leaving.signal)) thread.shown += piece
  }
  const thread = { shown: '', leave: () => leaving.abort(), over: Promise.resolve() }
  // Some clients throw when they are left, others end in silence.
  thread.over = read().catch((error: unknown) => {
    if (!leaving.signal.aborted) throw error
  })
  return thread
}

for (const host of hosts) {
  for (const [name, framesOfTwoPieces, ask] of clients) {
    test(`a dialogue that was left in the middle says nothing in the next one: ${name} on ${host.name}`, async () => {
      const clock = watchedClock()
      const llm = createLlmMock({ clock })
      llm.use(
        conversation('chats', {
          steps: [
            { id: 'numbers', match: userContains('numbers'), response: text('One two three four', { pace }) },
            { id: 'letters', match: userContains('letters'), response: text('Alpha beta gamma delta', { pace }) },
          ],
        }),
      )
      await withHost(host, llm, async (connection) => {
        const threadOn = (content: string): Thread => open((signal) => ask(connection, content, signal))
        const shows = (...expected: readonly (readonly [Thread, string])[]): Promise<void> =>
          vi.waitFor(() => {
            expect(expected.map(([{ shown }]) => shown)).toEqual(expected.map(([, shown]) => shown))
          })

        const numbers = threadOn('Say numbers.')
        await clock.begun(1)
        await clock.tick(1000)
        await shows([numbers, 'One'])

        const letters = threadOn('Say letters.')
        await clock.begun(3)
        await clock.tick(1000)
        await shows([numbers, 'One two'], [letters, 'Alpha'])

        await clock.begun(5)
        numbers.leave()
        await numbers.over
        await vi.waitFor(() => expect(llm.summary().pending).toBe(1))
        for (const [begun, shown] of [
          [5, 'Alpha beta'],
          [6, 'Alpha beta gamma'],
          [7, 'Alpha beta gamma delta'],
        ] as const) {
          await clock.begun(begun)
          await clock.tick(1000)
          await shows([numbers, 'One two'], [letters, shown])
        }
        await letters.over
        await llm.settled()
        expect(
          llm.journal.map(({ response, delivery: { end, framesSent, framesTotal } }) => [
            response.step,
            end,
            end === 'completed' ? framesTotal - framesSent : framesSent,
          ]),
        ).toEqual([
          ['numbers', 'aborted', framesOfTwoPieces],
          ['letters', 'completed', 0],
        ])
      })
    })
  }
}
