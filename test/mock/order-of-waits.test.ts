import fc from 'fast-check'
import { expect, test } from 'vitest'
import { conversation, createLlmMock, scenario, text, type Clock, type LlmMock } from 'msw-llm'
import { chatUrl, post, says } from '../support/openai.ts'

const sessions = ['one', 'two'] as const
const answers = ['first', 'second', 'third', 'fourth']

/** Ends the waits in the scheduler's order, whatever their lengths. */
function scheduledClock(scheduler: fc.Scheduler): Clock {
  return {
    now: () => 0,
    sleep: (_, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
        void scheduler.schedule(Promise.resolve()).then(() => resolve())
      }),
  }
}

/** The content, or the code; `left` where the client has gone before the answer came. */
async function ask(llm: LlmMock, session: string, signal?: AbortSignal): Promise<string> {
  const headers = { 'content-type': 'application/json', 'x-llm-session': session }
  try {
    const response = await llm.fetch(chatUrl, post(says('Hi'), { headers, ...(signal && { signal }) }))
    const body = (await response.json()) as {
      error?: { code: string }
      choices?: { message: { content: string } }[]
    }
    return body.error?.code ?? body.choices?.[0]?.message.content ?? ''
  } catch {
    return 'left'
  }
}

const requests = fc.array(fc.record({ session: fc.constantFrom(...sessions), leaves: fc.boolean() }), {
  minLength: 1,
  maxLength: 12,
})

interface Told {
  readonly session: string
  readonly told: string
}

/** All at once; who leaves does so at some moment before, while or after the answer comes. */
async function askAll(
  llm: LlmMock,
  scheduler: fc.Scheduler,
  asked: readonly { readonly session: string; readonly leaves: boolean }[],
): Promise<readonly Told[]> {
  const answered = asked.map(async ({ session, leaves }): Promise<Told> => {
    const leaving = new AbortController()
    if (leaves) void scheduler.schedule(Promise.resolve()).then(() => leaving.abort())
    return { session, told: await ask(llm, session, leaving.signal) }
  })
  return scheduler.waitFor(Promise.all(answered))
}

function toldTo(session: string, told: readonly Told[]): readonly string[] {
  return told.filter((each) => each.session === session).map((each) => each.told)
}

test('whatever the order in which delays end and clients leave, each answer of a queue is given once a session', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), requests, async (scheduler, asked) => {
      const responses = answers.map((answer) => text(answer, { delayMilliseconds: 10 }))
      const llm = createLlmMock({ clock: scheduledClock(scheduler) })
      llm.use(scenario('queue', { responses }))
      const told = await askAll(llm, scheduler, asked)
      for (const session of sessions) {
        const given = toldTo(session, told).filter((each) => answers.includes(each))
        const left: string[] = []
        while (left.at(-1) !== 'scenario_exhausted') left.push(await scheduler.waitFor(ask(llm, session)))
        // What was given back comes in its place, before what nobody has had.
        expect(left).toEqual([...answers.filter((answer) => !given.includes(answer)), 'scenario_exhausted'])
        expect([...given, ...left].toSorted()).toEqual([...answers, 'scenario_exhausted'].toSorted())
      }
    }),
  )
})

test('whatever the order in which delays end and clients leave, a turn is decided once a session and then given again', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), requests, async (scheduler, asked) => {
      let calls = 0
      const llm = createLlmMock({ clock: scheduledClock(scheduler) })
      const response = (): ReturnType<typeof text> => text(`Answer ${++calls}`, { delayMilliseconds: 10 })
      llm.use(conversation('talk', { steps: [{ id: 'only', response }] }))
      const told = await askAll(llm, scheduler, asked)
      for (const session of sessions) {
        const last = await scheduler.waitFor(ask(llm, session))
        const given = toldTo(session, told).filter((each) => each !== 'left')
        expect(given).toEqual(given.map(() => last))
        const entries = llm.journal.filter(({ request }) => request.session === session)
        expect(entries.filter(({ response: { replayed } }) => !replayed).length).toBe(1)
      }
      expect(llm.summary().outcomes.mismatch).toBe(0)
    }),
  )
})
