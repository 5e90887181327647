/** Azure's content filter, as a client of chats sees it. */
import { expect, test } from 'vitest'
import {
  azureOpenai,
  createLlmMock,
  filterResults,
  microsoftFoundry,
  scenario,
  text,
  type FixtureResponse,
} from 'msw-llm'
import type { ChatResponse } from 'msw-llm/chat-client'
import { hosts } from '#hosts'
import { withHost } from '../support/host.ts'
import { hi, updatesOf } from './read.ts'
import { clientOf, targets, type ClientTarget } from './targets.ts'

const content = 'Imagine there is no river, and the song goes on and on for ever.'
const block = { category: 'protected_material_text', at: 30 } as const
const moderated = targets.filter(({ route }) => /azure|foundry/.test(route))
const blocked = ['content_filter', 'content_filter'] as const

async function answers(
  target: ClientTarget,
  response: FixtureResponse,
  host = hosts.at(-1)!,
): Promise<readonly [ChatResponse, ChatResponse]> {
  const llm = createLlmMock({ providers: [azureOpenai(), microsoftFoundry()] })
  llm.use(scenario('moderated', { responses: [response], repeat: 'last' }))
  return withHost(host, llm, async (connection) => {
    const client = clientOf(target, connection)
    const whole = await client.getResponse(hi)
    const updates = await updatesOf(client)
    const finish = updates.at(-1)
    if (finish?.type !== 'finish') throw new Error('The stream did not finish')
    const said = updates.map((update) => (update.type === 'text-delta' ? update.text : '')).join('')
    expect(said).toBe(finish.response.text)
    return [whole, finish.response]
  })
}

const seen = ({ text: said, finishReason, nativeFinishReason, usage }: ChatResponse): unknown => [
  said,
  [finishReason, nativeFinishReason],
  usage === null ? null : usage.inputTokens,
]

for (const host of hosts) {
  for (const target of moderated) {
    for (const mode of ['default', 'async'] as const) {
      test(`${target.route}: what was shown before a block stays, in mode ${mode}, on ${host.name}`, async () => {
        const [whole, stream] = await answers(target, text(content, { contentFilter: { mode, block } }), host)
        expect(seen(whole)).toEqual([content.slice(0, 30), blocked, 1])
        // In mode async the text of a chat runs on up to the verdict. A blocked chat ends without its usage, but where
        // usage is part of the frame that ends it.
        const isChat = target.format === 'chat'
        const endsWithUsage = mode === 'default' && !target.outcomes.includes('refused')
        expect(seen(stream)).toEqual([
          isChat && mode === 'async' ? content : content.slice(0, 30),
          blocked,
          isChat && !endsWithUsage ? null : 1,
        ])
      })
    }
  }

  test(`annotations between and behind the text change nothing of the answer, on ${host.name}`, async () => {
    for (const target of moderated.filter(({ format }) => format === 'chat')) {
      const contentFilter = { mode: 'async', windowCharacters: 20 } as const
      const [whole, stream] = await answers(target, text(content, { contentFilter }), host)
      expect([seen(whole), seen(stream)]).toEqual([
        [content, ['stop', 'stop'], 1],
        [content, ['stop', 'stop'], 1],
      ])
    }
  })
}

test('a verdict that lets the answer finish leaves it as it is', async () => {
  const results = filterResults({ protected_material_text: 'filtered' })
  const annotations = [{ after: 'finish', checkOffset: 30, startOffset: 30, endOffset: 60, results }] as const
  for (const target of moderated.filter(({ format }) => format === 'chat')) {
    const contentFilter = { mode: 'async', annotations, offsetBase: 30 } as const
    const [, stream] = await answers(target, text(content, { contentFilter }))
    expect(seen(stream)).toEqual([content, ['stop', 'stop'], 1])
  }
})

test('a block before the first word, and a filter that did not run', async () => {
  for (const target of moderated) {
    const response = text(content, { contentFilter: { mode: 'default', block: { category: 'hate' } } })
    const [whole, stream] = await answers(target, response)
    expect([whole.parts, whole.finishReason, stream.parts, stream.finishReason]).toEqual([
      [],
      'content_filter',
      [],
      'content_filter',
    ])
    if (target.format !== 'chat') continue
    const [unchecked] = await answers(target, text(content, { contentFilter: { mode: 'default', error: {} } }))
    expect(seen(unchecked)).toEqual([content, ['stop', 'stop'], 1])
  }
})

test('a blocked body may have null for its content, or no content', async () => {
  for (const target of moderated.filter(({ format }) => format === 'chat')) {
    for (const blockedMessage of ['null', 'absent'] as const) {
      const contentFilter = { mode: 'default', block, blockedMessage } as const
      const [whole] = await answers(target, text(content, { contentFilter }))
      expect(seen(whole)).toEqual(['', blocked, 1])
    }
  }
})
