/** Laws of what the hosts of chat completions beside OpenAI stream. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { azureOpenai, deepseek, microsoftFoundry, type FixtureResponse, type Route } from 'msw-llm'
import { chat } from '../core/ask.ts'
import { planOf } from './wire.ts'

const texts = fc.string({
  unit: fc.constantFrom('a', 'Z', ' ', '\n', '\t', '"', '\\', 'é', '😀', '\ud83d', '\u2028'),
  maxLength: 60,
})

function responsesOf(...kinds: readonly string[]): fc.Arbitrary<FixtureResponse> {
  return fc
    .record({ pieces: fc.array(texts, { maxLength: 6 }), explicit: fc.boolean(), kind: fc.constantFrom(...kinds) })
    .map(({ pieces, explicit, kind }) => ({
      content: pieces.join(''),
      ...(explicit && { streamChunks: pieces }),
      ...(kind !== 'ordinary' && { outputDisposition: { kind: kind as 'filtered' | 'refused' } }),
    }))
}

interface Chunk {
  readonly id: string
  readonly choices: readonly {
    readonly delta: Readonly<Record<string, unknown>>
    readonly finish_reason: string | null
    readonly content_filter_results?: unknown
  }[]
  readonly usage?: unknown
}

interface Streamed {
  readonly chunks: readonly Chunk[]
  readonly frames: readonly string[]
  readonly body: { readonly usage: unknown; readonly choices: readonly { readonly finish_reason: string }[] }
}

function streamed(route: Route, response: FixtureResponse, include_usage: boolean | null | undefined): Streamed {
  const of = (more: object): ReturnType<typeof planOf> =>
    planOf({
      name: 'any',
      response,
      route,
      params: { deployment: 'my-gpt' },
      query: '?api-version=2024-10-21',
      body: chat('Hi', { ...more }),
    })
  const stream = of({ stream: true, ...(include_usage !== undefined && { stream_options: { include_usage } }) })
  const frames = stream.kind === 'stream' ? stream.frames.map(({ data }) => data) : []
  const json = of({})
  return {
    frames,
    chunks: frames.slice(0, -1).map((data) => JSON.parse(data) as Chunk),
    body: JSON.parse(json.kind === 'json' ? json.body : '') as Streamed['body'],
  }
}

const options = fc.constantFrom(true, false, null, undefined)
const endpoint = 'https://example.services.ai.azure.com'
const [deepseekRoute] = deepseek().routes as [Route]
const [serverless, resource] = microsoftFoundry({ endpoint }).routes as [Route, Route]
const [framed] = microsoftFoundry({ endpoint, usage: 'usage-frame' }).routes as [Route]
const [azure] = azureOpenai().routes as [Route]

for (const [name, route, midStream] of [
  ['DeepSeek', deepseekRoute, null],
  ['a serverless deployment', serverless, 'absent'],
  ['a resource of Model Inference', resource, 'absent'],
] as const) {
  test(`${name} puts the usage on the one final choice, and no frame after it but the end mark`, () => {
    fc.assert(
      fc.property(responsesOf('ordinary', 'filtered'), options, (response, include_usage) => {
        const { chunks, frames, body } = streamed(route, response, include_usage)
        const last = chunks.at(-1)!
        expect(frames.at(-1)).toBe('[DONE]')
        expect(last.choices).toEqual([
          expect.objectContaining({ delta: { content: '' }, finish_reason: body.choices[0]!.finish_reason }),
        ])
        expect(last.usage).toEqual(body.usage)
        const before = chunks.slice(0, -1)
        const expected = include_usage === true ? midStream : 'absent'
        expect(before.map((chunk) => ('usage' in chunk ? chunk.usage : 'absent'))).toEqual(before.map(() => expected))
        expect(before.map(({ choices }) => choices.map(({ finish_reason }) => finish_reason))).toEqual(
          before.map(() => [null]),
        )
      }),
    )
  })
}

for (const [name, route, kinds] of [
  ['Model Inference with usage frames', framed, ['ordinary', 'filtered']],
  ['Azure OpenAI', azure, ['ordinary', 'filtered', 'refused']],
] as const) {
  test(`${name} puts the usage into a frame of its own where it is asked for`, () => {
    fc.assert(
      fc.property(responsesOf(...kinds), options, (response, include_usage) => {
        const { chunks, body } = streamed(route, response, include_usage)
        const own = chunks.filter(({ id }) => id !== '')
        const asked = include_usage === true
        const before = asked ? own.slice(0, -1) : own
        expect(before.map((chunk) => ('usage' in chunk ? chunk.usage : 'absent'))).toEqual(
          before.map(() => (asked ? null : 'absent')),
        )
        expect(before.at(-1)!.choices.map(({ finish_reason }) => finish_reason)).toEqual([
          body.choices[0]!.finish_reason,
        ])
        if (asked) expect(own.at(-1)).toMatchObject({ choices: [], usage: body.usage })
      }),
    )
  })
}

test('Azure OpenAI begins with the prompt’s results, and gives every piece of text or refusal results, and no other frame', () => {
  const safe = { filtered: false, severity: 'safe' }
  const results = { hate: safe, self_harm: safe, sexual: safe, violence: safe }
  fc.assert(
    fc.property(responsesOf('ordinary', 'filtered', 'refused'), options, (response, include_usage) => {
      const [prompt, ...chunks] = streamed(azure, response, include_usage).chunks
      expect(prompt).toEqual({
        choices: [],
        created: 0,
        id: '',
        model: '',
        object: '',
        prompt_filter_results: [{ prompt_index: 0, content_filter_results: results }],
      })
      const choices = chunks.flatMap((chunk) => chunk.choices)
      expect(choices.map(({ content_filter_results }) => content_filter_results)).toEqual(
        choices.map(({ delta, finish_reason }) =>
          delta['role'] === undefined && finish_reason === null ? results : {},
        ),
      )
    }),
  )
})

test('every object of Azure’s frames has its keys in alphabetical order, but for the filter’s', () => {
  const isSorted = (value: unknown): boolean => {
    if (typeof value !== 'object' || value === null) return true
    if (Array.isArray(value)) return value.every(isSorted)
    const names = Object.keys(value).filter((name) => name !== 'content_filter_results')
    return names.join() === names.toSorted().join() && names.every((name) => isSorted((value as never)[name]))
  }
  fc.assert(
    fc.property(responsesOf('ordinary', 'filtered', 'refused'), options, (response, include_usage) => {
      for (const route of [azure, serverless]) {
        if (route === serverless && response.outputDisposition?.kind === 'refused') continue
        const { chunks, body } = streamed(route, response, include_usage)
        expect([...chunks, body].filter((sent) => !isSorted(sent))).toEqual([])
      }
    }),
  )
})
