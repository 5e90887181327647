import { expect, test } from 'vitest'
import { parseConfig } from 'msw-llm'
import { ask, stateOf } from './ask.ts'

/** The response entry of the output-policy document, as it is printed there. */
const entry = `{
  "content": "Explicit refusal text.",
  "streamChunks": ["Explicit ", "refusal text."],
  "outputDisposition": {
    "kind": "Refused",
    "category": "general_harms",
    "explanation": "Explicit fixture metadata."
  }
}`

test('reads the response entry of the output-policy document, in JSON', () => {
  const config = parseConfig(JSON.parse(`{"chatScenarios": [{"id": "policy", "responses": [${entry}]}]}`))
  expect(config).toEqual({
    chatScenarios: [
      {
        id: 'policy',
        responses: [
          {
            content: 'Explicit refusal text.',
            streamChunks: ['Explicit ', 'refusal text.'],
            outputDisposition: {
              kind: 'refused',
              category: 'general_harms',
              explanation: 'Explicit fixture metadata.',
            },
          },
        ],
      },
    ],
  })
})

test('answers with it, and keeps category and explanation off the wire and in the record', () => {
  const { plan, record } = ask(
    stateOf(parseConfig(JSON.parse(`{"chatScenarios": [{"id": "policy", "responses": [${entry}]}]}`))),
  )
  expect(record.response.outputDisposition).toEqual({
    kind: 'refused',
    category: 'general_harms',
    explanation: 'Explicit fixture metadata.',
  })
  expect(JSON.stringify(plan)).not.toMatch(/general_harms|fixture metadata/)
})
