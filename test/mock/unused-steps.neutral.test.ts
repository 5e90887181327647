/** What `llm.verify()` says of steps. */
import { expect, test } from 'vitest'
import { createLlmMock, fails, text, userContains, VerificationError, type Step } from 'msw-llm'
import { hosts } from '#hosts'
import { withHost } from '../support/host.ts'
import { openaiOn, says } from '../support/openai.ts'

const steps: readonly Step[] = [
  { id: 'a', response: [fails(503, { retryAfterMilliseconds: 1 }), fails(503), text('A')] },
  { id: 'other', response: text('Never first.') },
  { id: 'b', after: 'a', match: userContains('b'), response: text('B') },
  { id: 'c', after: 'a', response: text('C') },
  { id: 'd', after: 'a', match: userContains('d'), response: text('D') },
  { id: 'e', after: ['d', 'other'], response: text('E') },
]

for (const host of hosts) {
  test(`steps that nobody came to are told from those that nobody can come to, on ${host.name}`, async () => {
    const llm = createLlmMock({ config: { chatScenarios: [{ id: 'chat', steps }] } })
    await withHost(host, llm, async (connection) => {
      const { completions } = openaiOn(connection, { maxRetries: 1 }).chat
      await completions.create(says('Hi')).catch(() => {})
      let problems: readonly string[] = []
      try {
        llm.verify()
      } catch (error) {
        if (error instanceof VerificationError) problems = error.problems
      }
      expect(problems).toEqual([
        "a step that nobody came to: 'a' of conversation 'chat', response 3 of 3",
        "a step that nobody can come to: 'other' of conversation 'chat': step 'a' before it has no match, and takes every request",
        "a step that nobody came to: 'b' of conversation 'chat'",
        "a step that nobody came to: 'c' of conversation 'chat'",
        "a step that nobody can come to: 'd' of conversation 'chat': step 'c' before it has no match, and takes every request",
        "a step that nobody can come to: 'e' of conversation 'chat': no step that it comes after can be reached",
      ])
      expect(llm.summary().unused).toBe(6)
    })
  })
}
