/** An exact match demands the absence of what it does not name, in whatever format a history comes. */
import { expect, test } from 'vitest'
import { createLlmMock, exactly, scenario, text, type MessagePattern } from 'msw-llm'
import { bodyFor, doors, send, type Format } from '../../support/doors.ts'

interface Example {
  readonly what: string
  /** The turns between the user's first and last; absent: the format has no form for it. */
  readonly turns: Readonly<Partial<Record<Format, readonly object[]>>>
  /** As it is meant, and as far as it can be said without what it has beside. */
  readonly whole: readonly MessagePattern[]
  readonly bare: readonly MessagePattern[]
}

const call = { name: 'weather', arguments: { city: 'Oslo' } }
const callOf = (content: string | null): Example['turns'] => ({
  chat: [
    {
      role: 'assistant',
      content,
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'weather', arguments: '{"city":"Oslo"}' } }],
    },
  ],
  responses: [
    ...(content === null ? [] : [{ role: 'assistant', content }]),
    { type: 'function_call', call_id: 'c1', name: 'weather', arguments: '{"city":"Oslo"}' },
  ],
  messages: [
    {
      role: 'assistant',
      content: [
        ...(content === null ? [] : [{ type: 'text', text: content }]),
        { type: 'tool_use', id: 'c1', name: 'weather', input: { city: 'Oslo' } },
      ],
    },
  ],
  contents: [
    {
      role: 'model',
      parts: [
        ...(content === null ? [] : [{ text: content }]),
        { functionCall: { name: 'weather', args: { city: 'Oslo' } } },
      ],
    },
  ],
})

const png = 'iVBORw0KGgo='
const image: Example['turns'] = {
  chat: [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Look' },
        { type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } },
      ],
    },
  ],
  responses: [
    {
      role: 'user',
      content: [
        { type: 'input_text', text: 'Look' },
        { type: 'input_image', image_url: `data:image/png;base64,${png}` },
      ],
    },
  ],
  messages: [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Look' },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } },
      ],
    },
  ],
  contents: [{ role: 'user', parts: [{ text: 'Look' }, { inlineData: { mimeType: 'image/png', data: png } }] }],
}

const examples: readonly Example[] = [
  {
    what: 'a tool call beside a text',
    turns: callOf('Let me see.'),
    whole: [{ role: 'assistant', content: 'Let me see.', toolCalls: [call] }],
    bare: [{ role: 'assistant', content: 'Let me see.' }],
  },
  {
    what: 'a tool call without a text',
    turns: callOf(null),
    whole: [{ role: 'assistant', toolCalls: [call] }],
    bare: [{ role: 'assistant' }],
  },
  {
    what: 'a text beside a tool call',
    turns: callOf('Let me see.'),
    whole: [{ role: 'assistant', content: 'Let me see.', toolCalls: [call] }],
    bare: [{ role: 'assistant', toolCalls: [call] }],
  },
  {
    what: 'an argument of a call',
    turns: callOf(null),
    whole: [{ role: 'assistant', toolCalls: [call] }],
    bare: [{ role: 'assistant', toolCalls: [{ name: 'weather' }] }],
  },
  {
    what: 'an image',
    turns: image,
    whole: [{ role: 'user', content: 'Look', parts: [{ type: 'image' }] }],
    bare: [{ role: 'user', content: 'Look' }],
  },
  {
    what: 'the kind of a refusal',
    turns: {
      chat: [{ role: 'assistant', content: null, refusal: 'No.' }],
      responses: [{ role: 'assistant', content: [{ type: 'refusal', refusal: 'No.' }] }],
    },
    whole: [{ role: 'assistant', content: 'No.', outputDisposition: { kind: 'refused' } }],
    bare: [{ role: 'assistant', content: 'No.' }],
  },
  {
    what: 'a text',
    turns: {
      chat: [{ role: 'assistant', content: 'Yes.' }],
      responses: [{ role: 'assistant', content: 'Yes.' }],
      messages: [{ role: 'assistant', content: 'Yes.' }],
      contents: [{ role: 'model', parts: [{ text: 'Yes.' }] }],
    },
    whole: [{ role: 'assistant', content: 'Yes.' }],
    bare: [{ role: 'assistant' }],
  },
  {
    what: 'a whole message',
    turns: {
      chat: [{ role: 'assistant', content: '' }],
      responses: [{ role: 'assistant', content: '' }],
      messages: [{ role: 'assistant', content: '' }],
      contents: [{ role: 'model', parts: [{ text: '' }] }],
    },
    whole: [{ role: 'assistant' }],
    bare: [],
  },
]

const cases = doors.flatMap((door) =>
  examples.flatMap(({ what, turns, whole, bare }) => {
    const native = turns[door.format]
    return native === undefined ? [] : [{ name: door.name, door, what, native, whole, bare }]
  }),
)

function exactlyAround(turns: readonly MessagePattern[]): ReturnType<typeof exactly> {
  // A user's message in the turns is followed by one of the assistant's, for the formats that join two of a role.
  const ends: MessagePattern[] = [{ role: 'user', content: 'Go on.' }]
  const begins: MessagePattern[] = turns[0]?.role === 'user' ? [] : [{ role: 'user', content: 'Hi' }]
  const between: MessagePattern[] = turns[0]?.role === 'user' ? [{ role: 'assistant', content: 'I see.' }] : []
  return exactly([...begins, ...turns, ...between, ...ends])
}

test.for(cases)('$name: an exact match that does not name $what does not match it', async (example) => {
  const { door, native, whole, bare } = example
  const list = { chat: 'messages', responses: 'input', messages: 'messages', contents: 'contents' }[door.format]
  const isUsers = whole[0]?.role === 'user'
  const around = bodyFor(
    door,
    isUsers
      ? [
          { role: 'assistant', content: 'I see.' },
          { role: 'user', content: 'Go on.' },
        ]
      : [
          { role: 'user', content: 'Hi' },
          { role: 'user', content: 'Go on.' },
        ],
  )
  const said = around[list] as object[]
  const body = { ...around, [list]: isUsers ? [...native, ...said] : [said[0], ...native, said[1]] }

  const llm = createLlmMock()
  llm.use(scenario('bare', { match: exactlyAround(bare), responses: [text('Bare.')], repeat: 'last' }))
  expect(await send(llm, door, body)).toBe('fixture_not_found')
  llm.use(scenario('whole', { match: exactlyAround(whole), responses: [text('Whole.')], repeat: 'last' }))
  expect(await send(llm, door, body)).toBe('Whole.')
})
