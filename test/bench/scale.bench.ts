/** What grows with the number of scenarios, messages, chunks and turns. */
import { createLlmMock, scenario, text, userContains, type LlmMock } from 'msw-llm'
import { askAfterTurns, askDeepInConversation, askLastConversation, mockWithConversations } from './dialogues.ts'
import { atMostTimes, compare, type Comparison, type Row } from './measure.ts'
import { chatUrl, clientOf, jsonModel } from './subjects.ts'

function mockWithScenarios(count: number): LlmMock {
  const responses = [text('Hello there!')]
  const needle = (index: number): string => `needle ${index} in it`
  return createLlmMock({
    config: {
      chatScenarios: Array.from({ length: count }, (_, index) =>
        scenario(`scenario ${index}`, { match: userContains(needle(index + 1000 - count)), responses, repeat: 'last' }),
      ),
    },
  })
}

function askForLast(llm: LlmMock): () => Promise<unknown> {
  const client = clientOf(llm.fetch)
  const messages = [{ role: 'user' as const, content: 'The one with needle 999 in it, please.' }]
  return () => client.chat.completions.create({ model: jsonModel, messages })
}

/** A fetch with a ready body: what a client costs by itself would hide what a message costs us. */
function askWithHistory(llm: LlmMock, count: number): () => Promise<unknown> {
  const messages = Array.from({ length: count }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `Message ${index} says a few words, as messages in a chat do.`,
  }))
  const body = JSON.stringify({ model: jsonModel, messages })
  return async () => (await llm.fetch(chatUrl, { method: 'POST', body })).text()
}

function readChunks(count: number): () => Promise<unknown> {
  const streamChunks = Array.from({ length: count }, (_, index) => `word${index} `)
  const chatScenarios = [
    scenario('long', { responses: [text(streamChunks.join(''), { streamChunks })], repeat: 'last' }),
  ]
  const llm = createLlmMock({ config: { chatScenarios } })
  const body = JSON.stringify({ model: jsonModel, stream: true, messages: [{ role: 'user', content: 'Hi' }] })
  return async () => {
    const response = await llm.fetch(chatUrl, { method: 'POST', body })
    for await (const _ of response.body!);
  }
}

/** Both sides for one of what they have many of. */
function perItem(measured: Comparison, base: number, ours: number): Comparison {
  return { base: measured.base / base, ours: measured.ours / ours }
}

function compareConversations(matchAt: 'conversation' | 'step'): Promise<Comparison> {
  const [one, many] = [1, 1000].map((count) => askLastConversation(mockWithConversations(count, matchAt)))
  return compare(one!, many!, 10_000)
}

const history = createLlmMock({
  config: { chatScenarios: [scenario('any', { responses: [text('Hi')], repeat: 'last' })] },
})

const rows: Row[] = [
  atMostTimes(
    'JSON, the match being the last of 1,000 scenarios, against one scenario',
    await compare(askForLast(mockWithScenarios(1)), askForLast(mockWithScenarios(1000)), 10_000),
    1.2,
  ),
  atMostTimes(
    'one message of a history of 200, against one of 2',
    perItem(await compare(askWithHistory(history, 2), askWithHistory(history, 200), 5000), 2, 200),
    1.2,
  ),
  atMostTimes(
    'one frame of a stream of 100,000 chunks, against one of 1,000',
    perItem(await compare(readChunks(1000), readChunks(100_000), 5), 1000, 100_000),
    1.2,
  ),
  atMostTimes(
    'JSON, the last of 1,000 conversations by its match, against one conversation',
    await compareConversations('conversation'),
    1.2,
  ),
  atMostTimes(
    'JSON, the last of 1,000 conversations by its first step, against one conversation',
    await compareConversations('step'),
    // No sequence of theirs stands before their turns, which must be known not to have begun.
    1.5,
  ),
  atMostTimes(
    'one message of a history of 200 that comes deep into a conversation, against one of 2',
    perItem(await compare(await askDeepInConversation(2), await askDeepInConversation(200), 5000), 2, 200),
    1.2,
  ),
  atMostTimes(
    'a turn where 10,000 are committed, against one where 10 are',
    await compare(await askAfterTurns(10), await askAfterTurns(10_000), 10_000),
    // A map of ten thousand is two levels deeper, and its turns outlive the young generation.
    1.5,
  ),
]
console.log(JSON.stringify(rows))
