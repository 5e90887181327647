/** Where the body must name the model, a request that does not is turned away. */
import { expect, test } from 'vitest'
import { createLlmMock, scenario, text, type LlmMock } from 'msw-llm'
import { bodyFor, doors, send, type Door } from '../../support/doors.ts'

function mockOf(): LlmMock {
  const llm = createLlmMock()
  llm.use(scenario('any', { responses: [text('Hello.')] }))
  return llm
}

/** The same body, with another model or none. */
function bodyNaming(door: Door, model: unknown): object {
  const { model: _, ...body } = bodyFor(door, 'Hi')
  return model === undefined ? body : { ...body, model }
}

const inBody = doors.filter(({ modelIn }) => modelIn === 'body')

const wrong: readonly (readonly [what: string, model: unknown, code: string])[] = [
  ['no model', undefined, 'missing_required_parameter'],
  ['a model that is null', null, 'invalid_type'],
  ['a model that is a number', 7, 'invalid_type'],
  ['a model that is a list', ['the-model'], 'invalid_type'],
  ['a model that is empty', '', 'invalid_value'],
]

const cases = inBody.flatMap((door) =>
  wrong.map(([what, model, code]) => ({ name: door.name, door, what, model, code })),
)

test.for(cases)('$name: $what is the native 400 that names the parameter, and uses nothing up', async (example) => {
  const { door, model, code } = example
  const llm = mockOf()
  await send(llm, door, bodyNaming(door, model))
  const { outcome, request, response } = llm.journal[0]!
  expect([outcome, response.status, response.code, request.model]).toEqual(['rejected', 400, code, ''])
  expect(response.message).toContain('model')
  expect(llm.summary().unused).toBe(1)
  expect(await send(llm, door, bodyFor(door, 'Hi'))).toBe('Hello.')
})

test.for(doors.filter(({ modelIn }) => modelIn === 'path'))(
  '$name: the path names the model, whatever the body says of it',
  async (door) => {
    for (const model of [undefined, 'another-one']) {
      const llm = mockOf()
      expect(await send(llm, door, bodyNaming(door, model))).toBe('Hello.')
      expect(llm.journal[0]!.request.model).toBe('the-model')
    }
  },
)

test.for(doors.filter(({ modelIn }) => modelIn === 'nowhere'))(
  '$name: a model may be named, and need not',
  async (door) => {
    for (const model of [undefined, 'another-one']) {
      const llm = mockOf()
      expect(await send(llm, door, bodyNaming(door, model))).toBe('Hello.')
      expect(llm.journal[0]!.request.model).toBe(model ?? '')
    }
  },
)

test.for(doors.filter(({ name }) => name.startsWith('Foundry models')))(
  '$name: the header of the model mesh names it where the body does not',
  async (door) => {
    const llm = mockOf()
    const headers = { 'x-ms-model-mesh-model-name': 'from-header' }
    expect(await send(llm, door, bodyNaming(door, undefined), { headers })).toBe('Hello.')
    expect(llm.journal[0]!.request.model).toBe('from-header')
  },
)
