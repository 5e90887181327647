/** What each client shows of each outcome; the table in docs/clients.md says the same. */
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createLlmMock } from 'msw-llm'
import { clientCells, outcomes } from './client-cells.ts'
import { families } from './clients/index.ts'
import { happens, observe } from './observe.ts'

// The AI SDK says on the console what it does to a model that it does not know.
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })

const llm = createLlmMock()
const server = setupServer(...llm.handlers)
let calls = 0
server.events.on('request:start', () => void calls++)

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => {
  server.resetHandlers()
  calls = 0
})
afterAll(() => server.close())

const all = Object.entries(families).flatMap(([family, clients]) => clients.map((client) => ({ family, client })))

test('the table has these clients, and no others', () => {
  const names = Object.entries(clientCells).flatMap(([family, cells]) =>
    Object.keys(cells).map((name) => [family, name]),
  )
  expect(names).toEqual(all.map(({ family, client }) => [family, client.name]))
})

for (const { family, client } of all) {
  for (const outcome of outcomes) {
    test(`${client.name} shows '${outcome}' as it is told in the table`, async () => {
      const cell = clientCells[family]?.[client.name]?.[outcome]
      expect(cell !== undefined).toBe(happens(outcome, client))
      if (cell !== undefined) expect(await observe(client, outcome, llm, () => calls)).toBe(cell)
    })
  }
}
