/** What `previous_response_id` goes on from, on every host that keeps responses. */
import { expect, test } from 'vitest'
import { createLlmMock, filtered, refused, scenario, text, type FixtureResponse, type LlmMock } from 'msw-llm'
import { hosts } from '#hosts'
import { watchedClock, type WatchedClock } from '../../support/clock.ts'
import { withHost } from '../../support/host.ts'
import { storingHosts, type StoringHost } from '../../support/storing-hosts.ts'

const model = 'gpt-5.5'

function mockOf(
  { provider }: StoringHost,
  ...responses: FixtureResponse[]
): LlmMock & { readonly clock: WatchedClock } {
  const clock = watchedClock()
  const llm = createLlmMock({ clock, providers: [provider()] })
  llm.use(scenario('stored', { responses }))
  return Object.assign(llm, { clock })
}

/** The response, and how it is remembered. */
const parents: readonly [name: string, response: FixtureResponse, remembered: object][] = [
  ['an answer', text('One two.'), { content: 'One two.' }],
  ['a filtered answer', filtered('One'), { content: 'One' }],
  ['an answer filtered before its first word', filtered(), { content: '' }],
  ['a refusal', refused('No.'), { content: 'No.', outputDisposition: { kind: 'refused' } }],
]

for (const host of hosts) {
  for (const storing of storingHosts) {
    const where = `${storing.name} on ${host.name}`

    for (const stream of [false, true]) {
      for (const [name, response, remembered] of parents) {
        test(`${where}: ${name}, streamed ${stream}, is restored with its input and without its instructions`, async () => {
          const llm = mockOf(storing, response, text('Then this.'), text('And this.'))
          await withHost(host, llm, async (connection) => {
            const { responses } = storing.clientOn(connection)
            const request = { model, input: 'Hi', instructions: 'Be kind.' }
            const parent = stream ? await responses.stream(request).finalResponse() : await responses.create(request)
            const child = await responses.create({
              model,
              input: 'And?',
              instructions: 'Be short.',
              previous_response_id: parent.id,
            })
            const grandchild = await responses.create({ model, input: 'Else?', previous_response_id: child.id })
            expect([child.previous_response_id, grandchild.previous_response_id]).toEqual([parent.id, child.id])
            expect(grandchild.output_text).toBe('And this.')
            expect(llm.journal.map(({ request: { messages } }) => messages)).toEqual([
              [
                { role: 'system', content: 'Be kind.' },
                { role: 'user', content: 'Hi' },
              ],
              [
                { role: 'system', content: 'Be short.' },
                { role: 'user', content: 'Hi' },
                { role: 'assistant', ...remembered },
                { role: 'user', content: 'And?' },
              ],
              [
                { role: 'user', content: 'Hi' },
                { role: 'assistant', ...remembered },
                { role: 'user', content: 'And?' },
                { role: 'assistant', content: 'Then this.' },
                { role: 'user', content: 'Else?' },
              ],
            ])
          })
        })
      }
    }

    test(`${where}: one response is gone on from twice`, async () => {
      const llm = mockOf(storing, text('One.'), text('Two.'), text('Three.'))
      await withHost(host, llm, async (connection) => {
        const { responses } = storing.clientOn(connection)
        const parent = await responses.create({ model, input: 'Hi' })
        for (const input of ['Left?', 'Right?'])
          await responses.create({ model, input, previous_response_id: parent.id })
        expect(llm.journal.slice(1).map(({ request: { messages } }) => messages.map(({ content }) => content))).toEqual(
          [
            ['Hi', 'One.', 'Left?'],
            ['Hi', 'One.', 'Right?'],
          ],
        )
      })
    })

    test(`${where}: a stream that its client left is restored whole`, async () => {
      const llm = mockOf(storing, text('One two three.', { pace: { tokensPerSecond: 1 } }), text('Then this.'))
      await withHost(host, llm, async (connection) => {
        const { responses } = storing.clientOn(connection)
        let id = ''
        const firstToken = llm.clock.begun(1).then(() => llm.clock.tick(1000))
        for await (const event of await responses.create({ model, input: 'Hi', stream: true })) {
          if (event.type === 'response.created') ({ id } = event.response)
          if (event.type === 'response.output_text.delta') break
        }
        await firstToken
        const child = await responses.create({ model, input: 'And?', previous_response_id: id })
        expect([child.output_text, llm.journal[1]?.request.messages]).toEqual([
          'Then this.',
          [
            { role: 'user', content: 'Hi' },
            { role: 'assistant', content: 'One two three.' },
            { role: 'user', content: 'And?' },
          ],
        ])
        const stored = await responses.retrieve(id)
        expect([stored.status, stored.output_text]).toEqual(['completed', 'One two three.'])
      })
    })
  }
}
