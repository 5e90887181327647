import { createParser } from 'eventsource-parser'
import { expect, test } from 'vitest'
import { bytesOf, jsonCases, planOf, streamCases } from './chat-answers.ts'

for (const wireCase of jsonCases) {
  test(`sends the body of ${wireCase.name} as it is kept`, async () => {
    const text = new TextDecoder().decode(await bytesOf(planOf(wireCase)))
    await expect(text).toMatchFileSnapshot(`__wire__/chat-completions/${wireCase.name}.json`)
  })
}

for (const wireCase of streamCases) {
  const plan = planOf(wireCase)

  test(`sends the stream of ${wireCase.name} as it is kept`, async () => {
    const text = new TextDecoder().decode(await bytesOf(plan))
    await expect(text).toMatchFileSnapshot(`__wire__/chat-completions/${wireCase.name}.sse`)
  })

  test(`sends in the stream of ${wireCase.name} what another parser reads the same wherever it is cut`, async () => {
    const bytes = await bytesOf(plan)
    const whole = readEvents([bytes])
    expect(whole).toEqual(plan.kind === 'stream' && plan.frames.map(({ data }) => data))
    const cutsReadOtherwise: number[] = []
    for (let cut = 0; cut <= bytes.length; cut++) {
      const events = readEvents([bytes.subarray(0, cut), bytes.subarray(cut)])
      if (events.join('\n') !== whole.join('\n')) cutsReadOtherwise.push(cut)
    }
    expect(cutsReadOtherwise).toEqual([])
  })
}

test('sends what another parser reads the same byte by byte', async () => {
  for (const wireCase of streamCases) {
    const bytes = await bytesOf(planOf(wireCase))
    const single = Array.from(bytes, (_, index) => bytes.subarray(index, index + 1))
    expect(readEvents(single)).toEqual(readEvents([bytes]))
  }
})

/** The data of the events that come in these pieces. */
function readEvents(pieces: readonly Uint8Array[]): readonly string[] {
  const events: string[] = []
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const parser = createParser({
    onEvent: ({ data, event, id }) => {
      events.push(data)
      if (event !== undefined || id !== undefined) events.push(`unexpected: event ${event}, id ${id}`)
    },
    onComment: (comment) => events.push(`unexpected: comment ${comment}`),
    onError: (error) => events.push(`unexpected: ${error.message}`),
  })
  for (const piece of pieces) parser.feed(decoder.decode(piece, { stream: true }))
  parser.feed(decoder.decode())
  return events
}
