import { expect, test } from 'vitest'
import { createLlmMock, manualClock, scenario, text } from 'msw-llm'
import { hosts } from '#hosts'
import { withHost } from '../support/host.ts'
import { openaiOn, says } from '../support/openai.ts'

const answers = Array.from({ length: 10 }, (_, index) => `Answer ${index}`)

for (const host of hosts) {
  test(`${host.name}: twenty requests at once on a queue of ten get ten distinct answers and ten 409s`, async () => {
    const llm = createLlmMock()
    llm.use(scenario('ten', { responses: answers.map((answer) => text(answer)) }))
    await withHost(host, llm, async (connection) => {
      const client = openaiOn(connection)
      const results = await Promise.all(
        Array.from({ length: 20 }, async () => {
          try {
            return (await client.chat.completions.create(says('Hi'))).choices[0]?.message.content
          } catch (error) {
            return (error as { status: number; code: string }).code
          }
        }),
      )
      expect(results.toSorted()).toEqual(
        [...answers, ...Array.from({ length: 10 }, () => 'scenario_exhausted')].toSorted(),
      )
      expect(llm.summary()).toMatchObject({ total: 20, outcomes: { ordinary: 10, mismatch: 10 }, unused: 0 })
      expect(llm.journal.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
    })
  })

  test(`${host.name}: ten streams at once from one repeated response are ten whole streams`, async () => {
    const llm = createLlmMock()
    llm.use(scenario('same', { responses: [text('One two three')], repeat: 'last' }))
    await withHost(host, llm, async (connection) => {
      const client = openaiOn(connection)
      const texts = await Promise.all(
        Array.from(
          { length: 10 },
          async () =>
            (await client.chat.completions.stream(says('Hi')).finalChatCompletion()).choices[0]?.message.content,
        ),
      )
      expect(texts).toEqual(Array.from({ length: 10 }, () => 'One two three'))
    })
  })

  test(`${host.name}: a response that waits in a delay is out of reach for others, who get 409 and not its successor`, async () => {
    const clock = manualClock()
    const llm = createLlmMock({ clock })
    llm.use(scenario('one', { responses: [() => text('Slow', { delayMilliseconds: 1000 })] }))
    await withHost(host, llm, async (connection) => {
      const client = openaiOn(connection)
      const first = client.chat.completions.create(says('Hi'))
      const second = client.chat.completions.create(says('Hi')).catch((error: { code: string }) => error.code)
      while (llm.journal.length < 1) await clock.tick(0)
      expect(await second).toBe('scenario_exhausted')
      while (llm.journal.length < 2) await clock.tick(1000)
      expect((await first).choices[0]?.message.content).toBe('Slow')
    })
  })
}
