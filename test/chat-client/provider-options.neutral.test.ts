/** The same answers from providers that are set to tell them in another way. */
import { expect, test } from 'vitest'
import { createLlmMock, filtered, gemini, microsoftFoundry, scenario, text, type LlmMock, type Provider } from 'msw-llm'
import { hi, ways } from './read.ts'
import { gemini as geminiTarget, targetOf } from './replies.ts'
import { clientOf, responseOf } from './targets.ts'

const inference = targetOf('POST /microsoft-foundry/models/chat/completions')

function mockOf(provider: Provider, response = filtered('Once upon')): LlmMock {
  const llm = createLlmMock({ providers: [provider] })
  llm.use(scenario('any', { responses: [response], repeat: 'last' }))
  return llm
}

test('Foundry: what was filtered, with HTTP 400 and without its text', async () => {
  const { fetch } = mockOf(microsoftFoundry({ blockStatus: 400 }))
  const whole = await clientOf(inference, { fetch }).getResponse(hi)
  expect(whole).toEqual(
    responseOf(expect.stringMatching(inference.id), [], ['content_filter', 'content_filter'], [1, 0]),
  )
})

test('Foundry: a stream whose usage has a frame of its own has none for who does not ask', async () => {
  const { fetch } = mockOf(microsoftFoundry({ usage: 'usage-frame' }), text('Yes.'))
  const usages: unknown[] = []
  for (const { ask } of ways) usages.push((await ask(clientOf(inference, { fetch }), hi)).usage)
  expect(usages).toEqual([{ inputTokens: 1, outputTokens: 1, totalTokens: 2 }, null])
})

test('Gemini: an empty content in the place of what was filtered', async () => {
  const { fetch } = mockOf(gemini({ safetyContent: 'empty' }))
  const shown: unknown[] = []
  for (const { ask } of ways) {
    const { parts, finishReason } = await ask(clientOf(geminiTarget, { fetch }), hi)
    shown.push([parts, finishReason])
  }
  expect(shown).toEqual([
    [[], 'content_filter'],
    [[{ type: 'text', text: 'Once upon' }], 'content_filter'],
  ])
})
