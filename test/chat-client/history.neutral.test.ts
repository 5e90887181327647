/** An answer goes back as history as it is, and the dialogue goes on from it. */
import { expect, test } from 'vitest'
import {
  conversation,
  createLlmMock,
  filtered,
  promptBlocked,
  refused,
  text,
  toolCalls,
  type FixtureResponse,
} from 'msw-llm'
import type { ChatMessage, ChatRequestOptions } from 'msw-llm/chat-client'
import { hosts } from '#hosts'
import { withHost } from '../support/host.ts'
import { hi, ways } from './read.ts'
import { clientOf, targets, type ClientTarget } from './targets.ts'

interface Case {
  readonly name: string
  readonly response: FixtureResponse
  readonly isFor: (target: ClientTarget) => boolean
}

const refuses = ({ outcomes }: ClientTarget): boolean => outcomes.includes('refused')
const filters = ({ outcomes }: ClientTarget): boolean => outcomes.includes('filtered')

const cases: readonly Case[] = [
  { name: 'an ordinary answer', response: text('Hello there.'), isFor: () => true },
  { name: 'an empty answer', response: text(''), isFor: () => true },
  { name: 'a refusal', response: refused('I cannot help.', { streamChunks: ['I cannot ', 'help.'] }), isFor: refuses },
  { name: 'a refusal without a word', response: refused(''), isFor: refuses },
  {
    name: 'a refusal with an explanation',
    response: refused('I will not ', { category: 'cyber', explanation: 'Because.' }),
    isFor: refuses,
  },
  {
    name: 'a refusal with nothing but an explanation',
    response: refused('', { category: null, explanation: 'Because.' }),
    isFor: refuses,
  },
  { name: 'a filtered answer', response: filtered('Once upon'), isFor: filters },
  { name: 'a filtered answer without text', response: filtered(), isFor: filters },
  { name: 'a blocked prompt', response: promptBlocked(), isFor: () => true },
]

const talk = (response: FixtureResponse) =>
  conversation('talk', {
    steps: [
      { id: 'first', response },
      { id: 'next', after: 'first', response: text('Next.') },
    ],
  })

for (const host of hosts) {
  for (const target of targets) {
    for (const example of cases.filter(({ isFor }) => isFor(target))) {
      for (const { name, ask } of ways) {
        test(`${target.route} goes on from ${example.name}, ${name}, on ${host.name}`, async () => {
          const llm = createLlmMock()
          llm.use(talk(example.response))
          await withHost(host, llm, async (connection) => {
            const client = clientOf(target, connection)
            const { message } = await ask(client, hi)
            // As a store would keep it.
            const kept = JSON.parse(JSON.stringify(message)) as ChatMessage
            const again = { role: 'user', content: 'Again.' } as const
            expect((await ask(client, [...hi, kept, again])).text).toBe('Next.')
            expect(llm.journal.map(({ response }) => response.step)).toEqual(['first', 'next'])
          })
        })
      }
    }

    if (!target.callsTools) continue
    for (const { name, ask } of ways) {
      test(`${target.route} goes on from the results of tool calls, ${name}, on ${host.name}`, async () => {
        const llm = createLlmMock()
        const calls = [
          { name: 'look_up', arguments: { city: 'Jena' } },
          { name: 'look_up', arguments: { city: 'Ulm' } },
        ]
        llm.use(talk(toolCalls(calls, { content: 'Let me see.' })))
        await withHost(host, llm, async (connection) => {
          const client = clientOf(target, connection)
          const options: ChatRequestOptions = { tools: [{ name: 'look_up' }] }
          const { message, parts } = await ask(client, hi, options)
          const results = parts.flatMap((part) =>
            part.type === 'tool-call' ? [{ type: 'tool-result' as const, id: part.id, value: { ok: true } }] : [],
          )
          const history: readonly ChatMessage[] = [...hi, message, { role: 'tool', content: results }]
          expect((await ask(client, history, options)).text).toBe('Next.')
          expect(llm.journal.map(({ response }) => response.step)).toEqual(['first', 'next'])
          const [, said, ...given] = llm.journal[1]!.request.messages
          expect([said!.toolCalls!.map(({ id }) => id), given.map(({ content }) => content)]).toEqual([
            results.map(({ id }) => id),
            ['{"ok":true}', '{"ok":true}'],
          ])
        })
      })
    }
  }
}

test('a refusal of one provider goes on at another: as a refusal, as its text, or not at all', async () => {
  const refusal: ChatMessage = { role: 'assistant', content: [{ type: 'error', code: 'Refusal', message: 'No.' }] }
  const read: Record<string, unknown> = {}
  for (const target of targets) {
    const llm = createLlmMock()
    llm.use(conversation('any', { steps: [{ id: 'a', response: text('Well.') }] }))
    await clientOf(target, { fetch: llm.fetch }).getResponse([...hi, refusal, ...hi])
    const [, answer] = llm.journal[0]!.request.messages
    read[target.route] = [answer!.role, answer!.content, answer!.outputDisposition?.kind ?? null]
  }
  expect(read).toEqual(
    Object.fromEntries(
      targets.map((target) => [
        target.route,
        target.format === 'messages' ? ['user', 'Hi', null] : ['assistant', 'No.', refuses(target) ? 'refused' : null],
      ]),
    ),
  )
})

test('a text beside a refusal goes back as both, and is refused as ambiguous here', async () => {
  for (const target of targets.filter(
    ({ format, outcomes }) => format !== 'messages' && outcomes.includes('refused'),
  )) {
    const llm = createLlmMock()
    const mixed: ChatMessage = {
      role: 'assistant',
      content: [
        { type: 'text', text: 'Yes. ' },
        { type: 'error', code: 'Refusal', message: 'No.' },
      ],
    }
    const answer = clientOf(target, { fetch: llm.fetch }).getResponse([...hi, mixed, ...hi])
    await expect(answer).rejects.toMatchObject({ status: 400, code: 'ambiguous_refusal' })
  }
})
