/** Conversations of many sizes, each asked for a turn that nobody has asked for before. */
import { conversation, createLlmMock, text, userContains, type ConversationScenario, type LlmMock } from 'msw-llm'
import { chatUrl, clientOf, jsonModel } from './subjects.ts'

type Ask = () => Promise<unknown>

/** `matchAt`: on the conversation, or on its first step, which is looked at later. */
export function mockWithConversations(count: number, matchAt: 'conversation' | 'step'): LlmMock {
  const chatScenarios = Array.from({ length: count }, (_, index): ConversationScenario => {
    const match = userContains(`needle ${index + 1000 - count} in it`)
    const steps = (more: object): ConversationScenario['steps'] => [
      { id: 'first', response: text('Hello there!'), ...more },
      { id: 'second', after: 'first', response: text('Go on.') },
    ]
    return matchAt === 'conversation'
      ? conversation(`conversation ${index}`, { match, steps: steps({}) })
      : conversation(`conversation ${index}`, { steps: steps({ match }) })
  })
  // Few turns, so that what is measured does not grow while it is measured.
  return createLlmMock({ config: { chatScenarios, capacities: { committedTurns: 100 } } })
}

export function askLastConversation(llm: LlmMock): Ask {
  const client = clientOf(llm.fetch)
  let asked = 0
  return () => {
    const content = `The one with needle 999 in it, please, for the ${++asked}. time.`
    return client.chat.completions.create({ model: jsonModel, messages: [{ role: 'user', content }] })
  }
}

const says = (index: number): string => `Message ${index} says a few words, as messages in a chat do.`

/** A fetch with a ready body: what a client costs by itself would hide what a message costs us. */
function post(llm: LlmMock, begun: string, content: string): Promise<Response> {
  const body = `{"model":"${jsonModel}","messages":[${begun}{"role":"user","content":"${content}"}]}`
  return llm.fetch(chatUrl, { method: 'POST', body })
}

/** Asks with a history of so many messages, each an answer of the mock or a user's, for the turn that they come to. */
export async function askDeepInConversation(messages: number): Promise<Ask> {
  const turns = messages / 2
  const steps = Array.from({ length: turns }, (_, index) => ({
    id: `step ${index}`,
    ...(index > 0 && { after: `step ${index - 1}` }),
    response: text(says(index)),
  }))
  const chatScenarios = [conversation('long', { steps })]
  const llm = createLlmMock({ config: { chatScenarios, capacities: { committedTurns: 1_000_000 } } })
  let begun = '{"role":"system","content":"Be brief."},'
  for (let index = 0; index < turns - 1; index++) {
    const content = `${says(index)} ${index}`
    await (await post(llm, begun, content)).text()
    begun += `{"role":"user","content":"${content}"},{"role":"assistant","content":"${says(index)}"},`
  }
  let asked = 0
  return async () => (await post(llm, begun, `${says(turns)} ${asked++}`)).text()
}

/** Asks where so many turns are committed, and each new one takes the place of the oldest. */
export async function askAfterTurns(committedTurns: number): Promise<Ask> {
  const steps = [{ id: 'first', response: text('Hello there!') }]
  const chatScenarios = [conversation('short', { steps })]
  const llm = createLlmMock({ config: { chatScenarios, capacities: { committedTurns } } })
  let asked = 0
  const ask: Ask = async () => (await post(llm, '', `${says(0)} ${asked++}`)).text()
  for (let turn = 0; turn < committedTurns; turn++) await ask()
  return ask
}
