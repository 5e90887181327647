/**
 * `npm run demo`: the official client talks to https://api.openai.com/v1, and no socket is opened. Five requests: an
 * answer, a refusal, the next attempt, a filtered answer, and a mismatch that says what to do.
 */
import { stdout } from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { setupServer } from 'msw/node'
import OpenAI, { APIError } from 'openai'
import { createLlmMock, filtered, refused, scenario, text, userContains } from 'msw-llm'

const pace = { firstTokenMilliseconds: 250, tokensPerSecond: 25 }

const llm = createLlmMock()
const server = setupServer(...llm.handlers)
server.listen({ onUnhandledFrame: 'error' })

// The client keeps the fetch it sees, so it is made after listen().
const client = new OpenAI({ apiKey: 'not-a-real-key' })

llm.use(
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

console.log('The journal:')
console.table(
  llm.journal.map(({ sequence, outcome, response, delivery }) => ({
    '#': sequence,
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

/** Sends one message and shows the answer as a chat would, piece by piece. */
async function ask(content: string): Promise<void> {
  console.log(`> ${content}`)
  try {
    const stream = await client.chat.completions.create({
      model: 'gpt-5.5',
      messages: [{ role: 'user', content }],
      stream: true,
    })
    let finish: string | null = null
    let isRefusal = false
    for await (const { choices } of stream) {
      const [choice] = choices
      isRefusal ||= typeof choice?.delta.refusal === 'string'
      stdout.write(choice?.delta.content ?? choice?.delta.refusal ?? '')
      finish = choice?.finish_reason ?? finish
    }
    console.log(`\n  (${isRefusal ? 'a refusal, ' : ''}finish_reason: ${finish})\n`)
  } catch (error) {
    if (!(error instanceof APIError)) throw error
    console.log(`  ${error.constructor.name}: ${error.message.replaceAll('\n', '\n  ')}\n`)
  }
  await sleep(150)
}
