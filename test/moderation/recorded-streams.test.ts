/** The structures of Azure's recorded streams, of March 2025 and October 2026, come out of fixtures. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { azureOpenai, type FixtureResponse } from 'msw-llm'
import { filterResults, type ContentFilter } from 'msw-llm/core'
import { chat } from '../core/ask.ts'
import { planOf } from '../protocols/wire.ts'

const route = azureOpenai().routes.find(({ path }) => path === '/openai/v1/chat/completions')!
const tools = ['weather', 'time'].map((name) => ({ type: 'function', function: { name } }))

type Choice = Record<string, unknown> & { content_filter_offsets?: Record<string, number> }
type Sent = Record<string, unknown> & { choices: Choice[] }

function framesOf(response: FixtureResponse): readonly string[] {
  const body = chat('Hi', { stream: true, stream_options: { include_usage: true }, tools })
  const plan = planOf({ name: 'recorded', response, route, body })
  return plan.kind === 'stream' ? plan.frames.map(({ data }) => data) : []
}

/** What each frame is; frames of text that follow each other are one line. */
function structureOf(response: FixtureResponse): readonly string[] {
  const lines = framesOf(response).map((data) => {
    if (data === '[DONE]') return data
    const frame = JSON.parse(data) as Sent
    const [choice] = frame.choices
    const keys = Object.keys(frame).join()
    if (choice === undefined) return 'usage' in frame && frame['usage'] !== null ? 'usage' : `prompt: ${keys}`
    const offsets = choice.content_filter_offsets
    if (offsets !== undefined) {
      const results = Object.keys(choice['content_filter_results'] as object).join('+')
      const { check_offset, start_offset, end_offset } = offsets
      const named = frame['id'] === '' && !('delta' in choice) && !('usage' in frame) ? '' : ' with more'
      return `${check_offset}/${start_offset}/${end_offset} ${results} ${String(choice['finish_reason'])}${named}`
    }
    const results = 'content_filter_results' in choice ? ` ${JSON.stringify(choice['content_filter_results'])}` : ''
    const delta = Object.keys(choice['delta'] as object).join('+')
    return `${delta === '' ? 'finish' : delta} ${String(choice['finish_reason'])}${results}`
  })
  return lines.filter((line, index) => line !== lines[index - 1])
}

const prompt = 'prompt: choices,created,id,model,object,prompt_filter_results'
const role = 'content+refusal+role null'
const harms = 'hate+self_harm+sexual+violence'

function answered(length: number, contentFilter: ContentFilter): FixtureResponse {
  return { content: 'x'.repeat(length), contentFilter: { mode: 'async', ...contentFilter } }
}

const at = (after: number | 'finish', check: number, end: number, results: Parameters<typeof filterResults>[0]) => ({
  after,
  checkOffset: check,
  startOffset: check,
  endOffset: end,
  results: filterResults(results),
})

const safeHarms = { hate: 'safe', self_harm: 'safe', sexual: 'safe', violence: 'safe' } as const
const noMaterial = { protected_material_code: 'none', protected_material_text: 'none' } as const

test('March 2025: two annotations of one stretch, after the finish and before the usage', () => {
  const response = answered(766, {
    offsetBase: 105,
    annotations: [
      at('finish', 105, 871, { ...safeHarms, custom_blocklists: ['TestBlocklistNoBanana'] }),
      at('finish', 105, 871, noMaterial),
    ],
  })
  expect(structureOf(response)).toEqual([
    prompt,
    role,
    'content null',
    'finish stop',
    `105/105/871 custom_blocklists+${harms} null`,
    '105/105/871 protected_material_code+protected_material_text null',
    'usage',
    '[DONE]',
  ])
})

const four = [
  at('finish', 65, 340, { custom_blocklists: [] }),
  at('finish', 65, 340, { protected_material_code: 'none' }),
  at('finish', 65, 340, { protected_material_text: 'none' }),
  at('finish', 65, 340, safeHarms),
]
const fourLines = ['custom_blocklists', 'protected_material_code', 'protected_material_text', harms].map(
  (results) => `65/65/340 ${results} null`,
)

test('October 2026, passed: one annotation in the middle of the text, lagging behind it, and four after the finish', () => {
  const response = answered(275, {
    offsetBase: 65,
    annotations: [at(235, 65, 222, { custom_blocklists: [] }), ...four],
  })
  expect(structureOf(response)).toEqual([
    prompt,
    role,
    'content null',
    '65/65/222 custom_blocklists null',
    'content null',
    'finish stop',
    ...fourLines,
    'usage',
    '[DONE]',
  ])
})

test('October 2026, passed: the same frames are computed for a text in one window', () => {
  const completion = filterResults({ custom_blocklists: [], ...noMaterial, ...safeHarms })
  expect(structureOf(answered(275, { offsetBase: 65, completion }))).toEqual([
    prompt,
    role,
    'content null',
    'finish stop',
    ...fourLines,
    'usage',
    '[DONE]',
  ])
})

test('October 2026, blocked while the text streams: the verdict, and the end', () => {
  const response = answered(275, {
    offsetBase: 65,
    annotations: [at(235, 65, 222, { custom_blocklists: [] })],
    block: { category: 'custom_blocklists', at: 100 },
  })
  expect(structureOf(response)).toEqual([
    prompt,
    role,
    'content null',
    '65/65/222 custom_blocklists null',
    '65/65/222 custom_blocklists content_filter',
    '[DONE]',
  ])
})

test('October 2026, a verdict after the finish: only it says that the answer was bad', () => {
  const response = answered(275, {
    offsetBase: 65,
    completion: { ...filterResults(noMaterial), custom_blocklists: [{ filtered: true, id: 'words' }] },
  })
  expect(structureOf(response)).toEqual([
    prompt,
    role,
    'content null',
    'finish stop',
    ...fourLines.slice(0, 3),
    'usage',
    '[DONE]',
  ])
  expect(framesOf(response).filter((data) => data.includes('"filtered":true'))).toHaveLength(1)
})

test('October 2026, blocked in mode default: an ordinary frame with the verdict, and no usage', () => {
  const block = { category: 'custom_blocklists', at: 30 } as const
  expect(
    structureOf(
      answered(60, { mode: 'default', block, completion: filterResults({ protected_material_text: 'none' }) }),
    ),
  ).toEqual([
    prompt,
    `${role} {}`,
    'content null {"protected_material_text":{"filtered":false,"detected":false}}',
    'finish content_filter {"custom_blocklists":[{"filtered":true,"id":"blocklist"}]}',
    '[DONE]',
  ])
})

const character = fc.constantFrom('a', ' ', '😀', 'e\u0301', '"', '\n')
const answers = fc.record({
  chunks: fc.array(fc.string({ unit: character, maxLength: 9 }), { maxLength: 8 }),
  calls: fc.array(fc.array(fc.string({ unit: character, maxLength: 9 }), { minLength: 1, maxLength: 4 }), {
    maxLength: 2,
  }),
  windowCharacters: fc.integer({ min: 1, max: 25 }),
  dialect: fc.constantFrom('recorded' as const, 'documented' as const),
  place: fc.option(fc.nat(), { nil: undefined }),
})

test('the laws hold on the wire, for every text, call, cut, window, dialect and block', () => {
  fc.assert(
    fc.property(answers, ({ chunks, calls, windowCharacters, dialect, place }) => {
      const all = [...chunks, ...calls.flat()].join('')
      const length = Array.from(all).length
      const block = place === undefined ? undefined : { category: 'hate' as const, at: place % (length + 1) }
      const frames = framesOf({
        content: chunks.join(''),
        streamChunks: chunks,
        ...(calls.length > 0 && {
          toolCalls: calls.map((argumentChunks, index) => ({
            name: index === 0 ? 'weather' : 'time',
            arguments: argumentChunks.join(''),
            argumentChunks,
          })),
        }),
        contentFilter: { mode: 'async', dialect, windowCharacters, offsetBase: 10, block },
      })
      expect(frames.at(-1)).toBe('[DONE]')
      let sent = ''
      let checked = 10
      let annotations = 0
      let ended: unknown = null
      for (const data of frames.slice(0, -1)) {
        const [choice] = (JSON.parse(data) as Sent).choices
        if (choice === undefined) continue
        const { delta, content_filter_offsets: offsets } = choice as {
          delta?: { content?: string | null; tool_calls?: { function: { arguments: string } }[] }
          content_filter_offsets?: Record<string, number>
        }
        sent += (delta?.content ?? '') + (delta?.tool_calls ?? []).map((call) => call.function.arguments).join('')
        ended ??= choice['finish_reason']
        if (offsets === undefined) continue
        const { check_offset = NaN, end_offset = NaN } = offsets
        expect(check_offset).toBeGreaterThanOrEqual(checked)
        if (annotations++ > 0) expect(end_offset).toBeGreaterThan(checked)
        expect(end_offset).toBeLessThanOrEqual(10 + Array.from(sent).length)
        checked = check_offset
      }
      expect(all.startsWith(sent)).toBe(true)
      if (block === undefined) expect([sent, ended]).toEqual([all, calls.length > 0 ? 'tool_calls' : 'stop'])
      else {
        expect(ended).toBe('content_filter')
        expect(Array.from(sent).length).toBeGreaterThanOrEqual(block.at)
      }
    }),
    { numRuns: 300 },
  )
})
