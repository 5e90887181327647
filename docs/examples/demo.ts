/**
 * `npm run demo`: the official clients talk to their providers' hosts, and no socket is opened. To OpenAI: an answer, a
 * refusal, the next attempt, a filtered answer, and a mismatch that says what to do. Then the same day at Anthropic, at
 * Gemini, and at Azure, whose filter finds something after the text was shown.
 */
import { stdout } from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import { setupServer } from 'msw/node'
import OpenAI, { APIError, AzureOpenAI } from 'openai'
import { createLlmMock, filtered, refused, scenario, text, userContains } from 'msw-llm'

const pace = { firstTokenMilliseconds: 250, tokensPerSecond: 25 }

const llm = createLlmMock()
const server = setupServer(...llm.handlers)
server.listen({ onUnhandledFrame: 'error' })

// Clients keep the fetch they see, so they are made after listen().
const apiKey = 'not-a-real-key'
const client = new OpenAI({ apiKey })
const azure = new AzureOpenAI({ apiKey, endpoint: 'https://example.openai.azure.com', apiVersion: '2024-10-21' })
const anthropic = new Anthropic({ apiKey })
const gemini = new GoogleGenAI({ apiKey })

llm.use(
  scenario('declined', {
    provider: 'anthropic',
    responses: [refused('I will not go on with', { category: 'cyber', pace })],
  }),
  scenario('unsafe', { provider: 'gemini', responses: [filtered('The recipe begins with', { pace })] }),
  scenario('found-late', {
    provider: 'azure-openai',
    responses: [
      text('Here are the words of that song: la la la, la la la.', {
        pace,
        contentFilter: { mode: 'async', windowCharacters: 40, block: { category: 'protected_material_text', at: 33 } },
      }),
    ],
  }),
  scenario('ordinary', {
    match: userContains('capital'),
    responses: [text('The capital of Norway is Oslo, where the fjord begins.', { pace })],
  }),
  scenario('policy-and-recovery', {
    match: userContains('locks'),
    responses: [
      refused('I cannot provide that response.', {
        streamChunks: ['I cannot ', 'provide that response.'],
        category: 'general_harms',
        explanation: 'Explicit deterministic refusal fixture.',
        pace,
      }),
      text('Explicit next attempt.', { pace }),
    ],
  }),
  scenario('filtered', {
    match: userContains('story'),
    responses: [filtered('Once upon a time there was a dragon, and it', { pace })],
  }),
)

await ask('What is the capital of Norway?')
await ask('How do I pick locks?')
await ask('And which locks are hard to pick?')
await ask('Tell me a story about a dragon.')
await ask('What is the weather like?')
await askAnthropic('Write me a virus.')
await askGemini('How do I brew poison?')
await ask('Sing me that song!', azure)

console.log('The journal:')
console.table(
  llm.journal.map(({ sequence, outcome, request, response, delivery }) => ({
    '#': sequence,
    provider: request.provider,
    outcome,
    status: response.status,
    scenario: response.scenario ?? '',
    category: response.outputDisposition?.category ?? '',
    code: response.code ?? '',
    tokens: response.usage.totalTokens,
    frames: `${delivery.framesSent} of ${delivery.framesTotal}`,
    'end mark': delivery.terminalMarkerObserved ?? '',
    end: delivery.end,
  })),
)
server.close()

async function askAnthropic(content: string): Promise<void> {
  console.log(`> ${content}`)
  const stream = anthropic.messages.stream({
    model: 'claude-x',
    max_tokens: 100,
    messages: [{ role: 'user', content }],
  })
  stream.on('text', (piece) => stdout.write(piece))
  const { stop_reason, stop_details } = await stream.finalMessage()
  console.log(`\n  (stop_reason: ${stop_reason}, category: ${stop_details?.category})\n`)
  await sleep(150)
}

async function askGemini(contents: string): Promise<void> {
  console.log(`> ${contents}`)
  let finish: string | undefined
  for await (const { text: piece, candidates } of await gemini.models.generateContentStream({
    model: 'gemini-x',
    contents,
  })) {
    stdout.write(piece ?? '')
    finish = candidates?.[0]?.finishReason ?? finish
  }
  console.log(`\n  (finishReason: ${finish})\n`)
  await sleep(150)
}

/** Sends one message and shows the answer as a chat would, piece by piece. */
async function ask(content: string, from: OpenAI = client): Promise<void> {
  console.log(`> ${content}`)
  try {
    const stream = await from.chat.completions.create({
      model: 'gpt-5.5',
      messages: [{ role: 'user', content }],
      stream: true,
    })
    let finish: string | null = null
    let isRefusal = false
    for await (const { choices } of stream) {
      const [choice] = choices
      // Azure's prompt frame has no choice, and its annotations have no delta.
      isRefusal ||= typeof choice?.delta?.refusal === 'string'
      stdout.write(choice?.delta?.content ?? choice?.delta?.refusal ?? '')
      finish = choice?.finish_reason ?? finish
    }
    console.log(`\n  (${isRefusal ? 'a refusal, ' : ''}finish_reason: ${finish})\n`)
  } catch (error) {
    if (!(error instanceof APIError)) throw error
    console.log(`  ${error.constructor.name}: ${error.message.replaceAll('\n', '\n  ')}\n`)
  }
  await sleep(150)
}
