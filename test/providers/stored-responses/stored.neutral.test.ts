/** What is kept of responses: fetched, deleted, and bounded. */
import { BadRequestError, ConflictError, NotFoundError } from 'openai'
import { expect, test } from 'vitest'
import { createLlmMock, filtered, refused, scenario, text, type FixtureResponse, type LlmMock } from 'msw-llm'
import { hosts } from '#hosts'
import { catchApiError } from '../../support/catch-error.ts'
import { withHost } from '../../support/host.ts'
import { storingHosts, type StoringHost } from '../../support/storing-hosts.ts'

const model = 'gpt-5.5'

function mockOf({ provider }: StoringHost, ...responses: FixtureResponse[]): LlmMock {
  const llm = createLlmMock({ providers: [provider()] })
  llm.use(scenario('stored', { responses }))
  return llm
}

/** Without what the client adds. */
function wireOf(response: object): object {
  const { output_text: _, _request_id: __, ...wire } = response as Record<string, unknown>
  return JSON.parse(JSON.stringify(wire)) as object
}

for (const host of hosts) {
  for (const storing of storingHosts) {
    const { clientOn, deletedObject } = storing
    const where = `${storing.name} on ${host.name}`

    test.each([
      ['an answer', 'ordinary', text('One two.')],
      ['a filtered answer', 'filtered', filtered('One')],
      ['a refusal', 'refused', refused('No.')],
    ] as const)(`${where}: %s is retrieved as it was given, and once deleted no more`, async (_, outcome, response) => {
      const llm = mockOf(storing, response, response)
      await withHost(host, llm, async (connection) => {
        const { responses } = clientOn(connection)
        const whole = await responses.create({ model, input: 'Hi' })
        let streamed: object | undefined
        for await (const event of await responses.create({ model, input: 'Hi', stream: true })) {
          if (event.type === 'response.completed' || event.type === 'response.incomplete') streamed = event.response
        }
        expect(wireOf(await responses.retrieve(whole.id))).toEqual(wireOf(whole))
        expect(wireOf(await responses.retrieve((streamed as { id: string }).id))).toEqual(streamed)

        const deleted = await responses.delete(whole.id).asResponse()
        expect(await deleted.json()).toEqual({ id: whole.id, object: deletedObject, deleted: true })
        for (const again of [() => responses.retrieve(whole.id), () => responses.delete(whole.id)]) {
          const error = await catchApiError(again)
          expect(error).toBeInstanceOf(NotFoundError)
          expect([error.status, error.message]).toEqual([404, `404 Response with id '${whole.id}' not found.`])
        }
        expect(llm.journal.map((entry) => [entry.outcome, entry.response.status, entry.response.scenario])).toEqual([
          [outcome, 200, 'stored'],
          [outcome, 200, 'stored'],
          ['ordinary', 200, null],
          ['ordinary', 200, null],
          ['ordinary', 200, null],
          ['rejected', 404, null],
          ['rejected', 404, null],
        ])
      })
    })

    test(`${where}: what was not to be kept, and what is another's, is not found`, async () => {
      const llm = mockOf(storing, text('One.'), text('Two.'))
      await withHost(host, llm, async (connection) => {
        const { responses } = clientOn(connection)
        const kept = await responses.create({ model, input: 'Hi' })
        const passed = await responses.create({ model, input: 'Hi', store: false })
        const strangers = [
          clientOn(connection, { apiKey: 'other' }),
          clientOn(connection, { defaultHeaders: { 'x-llm-session': 'other' } }),
        ].map((client) => client.responses)
        for (const call of [
          () => responses.retrieve(passed.id),
          () => responses.delete(passed.id),
          ...strangers.flatMap((their) => [() => their.retrieve(kept.id), () => their.delete(kept.id)]),
        ]) {
          expect(await catchApiError(call)).toBeInstanceOf(NotFoundError)
        }
        expect((await responses.retrieve(kept.id)).output_text).toBe('One.')
      })
    })

    test(`${where}: a stored response is not played again as a stream`, async () => {
      const llm = mockOf(storing, text('One.'))
      await withHost(host, llm, async (connection) => {
        const { responses } = clientOn(connection)
        const { id } = await responses.create({ model, input: 'Hi' })
        const error = await catchApiError(() => responses.retrieve(id, { stream: true }))
        expect(error).toBeInstanceOf(BadRequestError)
        expect([error.code, error.param]).toEqual(['invalid_value', 'stream'])
      })
    })

    test(`${where}: a capacity that is full refuses with 409, and gives the response back`, async () => {
      const llm = createLlmMock({ providers: [storing.provider()] })
      const capacities = { storedResponses: 1 }
      llm.configure({
        capacities,
        chatScenarios: [{ id: 'stored', responses: [text('One.'), text('Two.'), text('Three.')] }],
      })
      await withHost(host, llm, async (connection) => {
        const { responses } = clientOn(connection)
        const { id } = await responses.create({ model, input: 'Hi' })
        for (const stream of [false, true]) {
          const error = await catchApiError(() => responses.create({ model, input: 'Hi', stream }))
          expect(error).toBeInstanceOf(ConflictError)
          expect(error.code).toBe('response_capacity_exceeded')
        }
        const texts = [await responses.create({ model, input: 'Hi', store: false })]
        await responses.delete(id)
        texts.push(await responses.create({ model, input: 'Hi' }))
        expect(texts.map(({ output_text }) => output_text)).toEqual(['Two.', 'Three.'])
        expect(llm.journal[1]?.response.message).toBe(
          'The mock keeps no more responses for this model, credential and session: capacities.storedResponses is 1, and 1 are kept. Raise it, send store: false, delete responses, or call llm.reset() between tests.',
        )
      })
    })
  }
}
