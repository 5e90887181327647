/** What `previous_response_id` cannot go on from: the native 400, and nothing is used up. */
import type OpenAI from 'openai'
import { BadRequestError } from 'openai'
import { expect, test } from 'vitest'
import { createLlmMock, fails, scenario, text, type LlmMock } from 'msw-llm'
import { hosts } from '#hosts'
import { catchApiError, describeApiError } from '../../support/catch-error.ts'
import { withHost } from '../../support/host.ts'
import { storingHosts, type StoringOptions } from '../../support/storing-hosts.ts'

const model = 'gpt-5.5'
const question = { model, input: 'And?' }
const foreign = ' It was given to another model, credential or session.'

interface Case {
  readonly name: string
  /** Makes the parent, and gives its id. */
  readonly parent: (responses: OpenAI.Responses, llm: LlmMock) => Promise<string>
  /** Of who goes on. */
  readonly options?: StoringOptions
  readonly request?: object
  readonly hint?: string
}

async function ordinary(responses: OpenAI.Responses): Promise<string> {
  return (await responses.create({ model, input: 'Hi' })).id
}

const cases: readonly Case[] = [
  { name: 'one that never was', parent: async () => 'resp_of_nobody' },
  { name: 'one of another key', parent: ordinary, options: { apiKey: 'other' }, hint: foreign },
  { name: 'one of another model', parent: ordinary, request: { model: 'gpt-5' }, hint: foreign },
  {
    name: 'one of another session',
    parent: ordinary,
    options: { defaultHeaders: { 'x-llm-session': 'other' } },
    hint: foreign,
  },
  {
    name: 'one that was deleted',
    parent: async (responses) => {
      const id = await ordinary(responses)
      await responses.delete(id)
      return id
    },
  },
  {
    name: 'one from before llm.reset()',
    parent: async (responses, llm) => {
      const id = await ordinary(responses)
      llm.reset()
      llm.use(scenario('next', { responses: [text('Next.')], repeat: 'last' }))
      return id
    },
  },
  {
    name: 'one that was not to be kept',
    parent: async (responses) => (await responses.create({ model, input: 'Hi', store: false })).id,
  },
  {
    name: 'one that was not to be kept, streamed',
    parent: async (responses) => (await responses.stream({ model, input: 'Hi', store: false }).finalResponse()).id,
  },
]

for (const host of hosts) {
  for (const { name: hostName, provider, clientOn } of storingHosts) {
    const where = `${hostName} on ${host.name}`

    for (const stream of [false, true]) {
      test.each(cases)(`${where}, stream ${stream}: $name`, async ({ parent, options, request, hint = '' }) => {
        const llm = createLlmMock({ providers: [provider()] })
        llm.use(
          scenario('first', { match: { messages: [{ content: 'Hi' }] }, responses: [text('First.')] }),
          scenario('next', { responses: [text('Next.')] }),
        )
        await withHost(host, llm, async (connection) => {
          const id = await parent(clientOn(connection).responses, llm)
          const { responses } = clientOn(connection, options)
          const body = { ...question, ...request, previous_response_id: id, stream } as never
          const error = await catchApiError(() => responses.create(body))
          expect(error).toBeInstanceOf(BadRequestError)
          expect(describeApiError(error)).toMatchObject({
            status: 400,
            code: 'previous_response_not_found',
            type: 'invalid_request_error',
            param: 'previous_response_id',
          })
          expect(llm.journal.at(-1)).toMatchObject({
            outcome: 'rejected',
            response: { message: `Previous response with id '${id}' not found.${hint}`, scenario: null },
          })
          // The queue has not moved.
          expect((await responses.create({ ...question, ...request })).output_text).toBe('Next.')
        })
      })
    }

    test(`${where}: one that failed in its stream`, async () => {
      const llm = createLlmMock({ providers: [provider()] })
      llm.use(
        scenario('failing', {
          responses: [text('One two.', { streamDelivery: { fault: 'error', afterFrame: 5 } }), text('Next.')],
        }),
      )
      await withHost(host, llm, async (connection) => {
        const { responses } = clientOn(connection)
        let id = ''
        const reading = (async () => {
          for await (const event of await responses.create({ model, input: 'Hi', stream: true })) {
            if (event.type === 'response.created') ({ id } = event.response)
          }
        })()
        await expect(reading).rejects.toThrow('The server had an error processing your request')
        const error = await catchApiError(() => responses.create({ ...question, previous_response_id: id }))
        expect([error.status, error.code]).toEqual([400, 'previous_response_not_found'])
        expect((await responses.create(question)).output_text).toBe('Next.')
      })
    })

    test(`${where}: an answer that was a scripted failure has no id to go on from`, async () => {
      const llm = createLlmMock({ providers: [provider()] })
      llm.use(scenario('failing', { responses: [fails(500), text('Next.')] }))
      await withHost(host, llm, async (connection) => {
        const { responses } = clientOn(connection)
        await catchApiError(() => responses.create(question))
        const id = `resp_${'1'.padStart(50, '0')}`
        const error = await catchApiError(() => responses.create({ ...question, previous_response_id: id }))
        expect([error.status, error.code]).toEqual([400, 'previous_response_not_found'])
        expect((await responses.create(question)).output_text).toBe('Next.')
      })
    })
  }
}
