/** Legal bytes in unusual shapes, read by the official clients: the text is the same. */
import { expect, test } from 'vitest'
import { createLlmMock, raw, refused, scenario, text, type Wire } from 'msw-llm'
import { hosts } from '#hosts'
import { withHost } from '../support/host.ts'
import { chatUrl, openaiOn, post, says } from '../support/openai.ts'
import { entryPoints } from './faults/entry-points.ts'

const shapes: readonly (readonly [string, Wire])[] = [
  ['bytes one by one', { fragment: { size: 1 } }],
  ['pieces of a seed', { fragment: { seed: 7 } }],
  ['other line endings', { lineEnding: 'cr' }],
  ['CRLF', { lineEnding: 'crlf' }],
  ['LF', { lineEnding: 'lf' }],
  ['a byte order mark', { bom: true }],
  [
    'comments',
    {
      comments: [
        { beforeFrame: 1, text: 'keep-alive', count: 3 },
        { beforeFrame: 3, text: 'keep-alive' },
      ],
    },
  ],
]

const content = 'Grüße, 👋🏽 du da.'

for (const host of hosts) {
  for (const entryPoint of entryPoints.filter(({ name }) => name !== 'fetch')) {
    test(`${entryPoint.name} reads the same text in every shape, on ${host.name}`, async () => {
      const read: Record<string, string> = {}
      for (const [name, wire] of shapes) {
        const llm = createLlmMock()
        llm.use(scenario('shaped', { responses: [text(content, { wire })] }))
        await withHost(host, llm, async (connection) => {
          let said = ''
          await entryPoint.read(connection, (piece) => (said += piece))
          await llm.settled()
          read[name] = `${said} ${String(llm.journal[0]?.delivery.end)}`
        })
      }
      expect(read).toEqual(Object.fromEntries(shapes.map(([name]) => [name, `${content} completed`])))
    })
  }

  test(`Anthropic's client reads past pings, and the data of an event on several lines, on ${host.name}`, async () => {
    const llm = createLlmMock()
    const wire: Wire = { pings: [1, 3, 5], multilineData: true }
    llm.use(scenario('pinged', { responses: [text('One two.', { wire })] }))
    await withHost(host, llm, async (connection) => {
      const entryPoint = entryPoints.find(({ name }) => name === 'messages.stream()')!
      let said = ''
      expect(await entryPoint.read(connection, (piece) => (said += piece))).toBe('end_turn')
      expect([said, llm.journal[0]?.delivery.framesTotal]).toEqual(['One two.', 11])
    })
  })

  test(`raw bytes reach the client as they are, on ${host.name}`, async () => {
    const llm = createLlmMock()
    llm.use(
      scenario('raw', {
        responses: [
          raw({ status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Bad gateway</h1>' }),
          raw({ body: new Uint8Array([0xff, 0x00, 0x80]) }),
          raw({ frames: ['data: {"choices":[{"index":0,"delta":{"content":"Hi"}}]}\n\n', 'data: [DO', 'NE]\n\n'] }),
        ],
      }),
    )
    await withHost(host, llm, async (connection) => {
      const { fetch = globalThis.fetch } = connection
      const gateway = await fetch(chatUrl, post(says('Hi')))
      expect([gateway.status, gateway.headers.get('content-type'), await gateway.text()]).toEqual([
        502,
        'text/html',
        '<h1>Bad gateway</h1>',
      ])
      const bytes = await fetch(chatUrl, post(says('Hi')))
      expect([...new Uint8Array(await bytes.arrayBuffer())]).toEqual([0xff, 0x00, 0x80])
      const stream = await openaiOn(connection).chat.completions.create({ ...says('Hi'), stream: true })
      let said = ''
      for await (const { choices } of stream) said += choices[0]?.delta.content ?? ''
      expect(said).toBe('Hi')
      await llm.settled()
      expect(llm.journal.map(({ outcome, response, delivery }) => [outcome, response.status, delivery])).toEqual([
        ['raw', 502, delivered('json', 1)],
        ['raw', 200, delivered('json', 1)],
        ['raw', 200, delivered('sse', 3)],
      ])
    })
  })
}

function delivered(transport: 'json' | 'sse', frames: number): object {
  return { transport, framesTotal: frames, framesSent: frames, terminalMarkerObserved: null, end: 'completed' }
}

test('a refusal may come in an unusual shape', async () => {
  const llm = createLlmMock()
  llm.use(scenario('refused', { responses: [refused('No.', { wire: { fragment: { size: 2 }, bom: true } })] }))
  const stream = openaiOn({ fetch: llm.fetch }).chat.completions.stream(says('Hi'))
  expect((await stream.finalChatCompletion()).choices[0]?.message.refusal).toBe('No.')
})
