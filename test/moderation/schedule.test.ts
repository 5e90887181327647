import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countCodePoints } from '../../src/conversation/usage.ts'
import type { Annotation, ContentFilter } from '../../src/moderation/content-filter.ts'
import { filterResults } from '../../src/moderation/build-results.ts'
import { groupByFilter, safeResults, violationOf } from '../../src/moderation/filter-results.ts'
import {
  findAnnotationFaults,
  scheduleAnnotations,
  type Schedule,
  type Verdict,
} from '../../src/moderation/schedule.ts'

const safe = { filtered: false, severity: 'safe' } as const
const notDetected = { filtered: false, detected: false } as const

/** `[after so many pieces, check, start, end, categories, whether it blocks]`. */
function told({ after, afterFinish, endsAfter }: Schedule): unknown {
  const line = (pieces: number | 'finish', { offsets, results, blocks }: Verdict): unknown => [
    pieces,
    offsets.check,
    offsets.start,
    offsets.end,
    Object.keys(results).join(),
    blocks,
  ]
  return {
    verdicts: [
      ...[...after].flatMap(([pieces, verdicts]) => verdicts.map((verdict) => line(pieces, verdict))),
      ...afterFinish.map((verdict) => line('finish', verdict)),
    ],
    endsAfter,
  }
}

function schedule(lengths: readonly number[], filter: ContentFilter = {}, base = 44): unknown {
  return told(scheduleAnnotations(lengths, filter, base))
}

const four = 'hate,self_harm,sexual,violence'

test('a short answer is annotated once, after its finish, over all of it', () => {
  expect(schedule([5, 3, 2])).toEqual({ verdicts: [['finish', 44, 44, 54, four, false]], endsAfter: null })
})

test('an answer without text is not annotated', () => {
  expect(schedule([])).toEqual({ verdicts: [], endsAfter: null })
  expect(schedule([0, 0])).toEqual({ verdicts: [], endsAfter: null })
})

test('a long one is annotated whenever a window has been sent, and after the finish for the rest', () => {
  expect(schedule([600, 600, 600, 600, 1], { windowCharacters: 1000 })).toEqual({
    verdicts: [
      [2, 44, 44, 1244, four, false],
      [4, 1244, 1244, 2444, four, false],
      ['finish', 2444, 2444, 2445, four, false],
    ],
    endsAfter: null,
  })
})

test('nothing is left to annotate after the finish where the last window ends with the text', () => {
  expect(schedule([10, 10], { windowCharacters: 10 })).toEqual({
    verdicts: [
      [1, 44, 44, 54, four, false],
      [2, 54, 54, 64, four, false],
    ],
    endsAfter: null,
  })
})

const completion = {
  custom_blocklists: [],
  ...safeResults,
  protected_material_code: notDetected,
  protected_material_text: notDetected,
}

test('each filter tells its results in a frame of its own, with the same offsets; the documents have one', () => {
  expect(schedule([10], { completion })).toEqual({
    verdicts: ['custom_blocklists', 'protected_material_code', 'protected_material_text', four].map((results) => [
      'finish',
      44,
      44,
      54,
      results,
      false,
    ]),
    endsAfter: null,
  })
  expect(schedule([10], { completion, dialect: 'documented' })).toEqual({
    verdicts: [['finish', 44, 44, 54, Object.keys(completion).join(), false]],
    endsAfter: null,
  })
})

test.each([
  [0, 2, 64],
  [19, 2, 64],
  [20, 4, 84],
  [39, 4, 84],
])('a violation after %d characters ends the stream at the end of its window', (at, endsAfter, end) => {
  const filter: ContentFilter = { windowCharacters: 20, block: { category: 'protected_material_text', at } }
  const start = end - 20
  expect(schedule([10, 10, 10, 10, 5], filter)).toEqual({
    verdicts: [
      ...(endsAfter === 4 ? [[2, 44, 44, 64, four, false]] : []),
      [endsAfter, start, start, end, four, false],
      [endsAfter, start, start, end, 'protected_material_text', true],
    ],
    endsAfter,
  })
})

test.each([40, 44, 45])('a violation after %d characters, in no full window, ends it where the text ends', (at) => {
  const filter: ContentFilter = { windowCharacters: 20, block: { category: 'jailbreak', at } }
  expect(schedule([10, 10, 10, 10, 5], filter)).toEqual({
    verdicts: [
      [2, 44, 44, 64, four, false],
      [4, 64, 64, 84, four, false],
      [5, 84, 84, 89, four, false],
      [5, 84, 84, 89, 'jailbreak', true],
    ],
    endsAfter: 5,
  })
})

test('a violation in an answer without text ends it at once', () => {
  expect(schedule([], { block: { category: 'hate' } })).toEqual({
    verdicts: [[0, 44, 44, 44, 'hate', true]],
    endsAfter: 0,
  })
})

test('what the block finds is told by the block alone', () => {
  expect(schedule([10], { block: { category: 'violence' } })).toEqual({
    verdicts: [
      [1, 44, 44, 54, 'hate,self_harm,sexual', false],
      [1, 44, 44, 54, 'violence', true],
    ],
    endsAfter: 1,
  })
})

const annotations: readonly Annotation[] = [
  { after: 15, checkOffset: 44, startOffset: 44, endOffset: 50 },
  { after: 15, checkOffset: 46, startOffset: 44, endOffset: 54, results: { profanity: notDetected } },
  { after: 20, checkOffset: 50, startOffset: 44, endOffset: 60 },
  { after: 'finish', checkOffset: 60, startOffset: 44, endOffset: 69 },
]

test('annotations of the fixture take the place of the computed, each after the first piece that reaches it', () => {
  expect(schedule([10, 10, 5], { annotations })).toEqual({
    verdicts: [
      [2, 44, 44, 50, four, false],
      [2, 46, 44, 54, 'profanity', false],
      [2, 50, 44, 60, four, false],
      ['finish', 60, 44, 69, four, false],
    ],
    endsAfter: null,
  })
  expect(schedule([10, 10, 5], { annotations: [] })).toEqual({ verdicts: [], endsAfter: null })
})

test.each([
  [
    0,
    [
      [44, 44, 50, four, false],
      [46, 44, 54, 'profanity', false],
      [46, 44, 54, 'hate', true],
    ],
    2,
  ],
  [
    15,
    [
      [44, 44, 50, four, false],
      [46, 44, 54, 'profanity', false],
      [46, 44, 54, 'hate', true],
    ],
    2,
  ],
  [
    16,
    [
      [44, 44, 50, four, false],
      [46, 44, 54, 'profanity', false],
      [50, 44, 60, four, false],
      [50, 44, 60, 'hate', true],
    ],
    2,
  ],
])('a violation after %d characters comes at the first of them that can have found it', (at, verdicts, endsAfter) => {
  expect(schedule([10, 10, 5], { annotations, block: { category: 'hate', at } })).toEqual({
    verdicts: verdicts.map((verdict) => [endsAfter, ...verdict]),
    endsAfter,
  })
})

test('a violation that none of them finds comes where the text ends, after those that were to follow the finish', () => {
  expect(schedule([10, 10, 5], { annotations, block: { category: 'hate', at: 21 } })).toEqual({
    verdicts: [
      [2, 44, 44, 50, four, false],
      [2, 46, 44, 54, 'profanity', false],
      [2, 50, 44, 60, four, false],
      [3, 60, 44, 69, four, false],
      [3, 60, 44, 69, 'hate', true],
    ],
    endsAfter: 3,
  })
})

test('raw results are told where the fixture gives them, and only there', () => {
  const [first] = annotations
  const { after } = scheduleAnnotations([20], { annotations: [{ ...first!, raw: [{ a: 1 }] }, first!] }, 44)
  expect(after.get(1)).toEqual([
    { offsets: { check: 44, start: 44, end: 50 }, results: safeResults, raw: [{ a: 1 }], blocks: false },
    { offsets: { check: 44, start: 44, end: 50 }, results: safeResults, blocks: false },
  ])
})

test('a list is held against the laws of the service', () => {
  const list = (...offsets: readonly (readonly [number | 'finish', number, number])[]): readonly Annotation[] =>
    offsets.map(([after, checkOffset, endOffset]) => ({ after, checkOffset, startOffset: 44, endOffset }))
  expect(findAnnotationFaults(annotations, [10, 10, 5], 44)).toEqual([])
  expect(findAnnotationFaults(list([5, 50, 60], [5, 49, 61]), [10], undefined)).toEqual([
    { index: 1, field: 'checkOffset', message: 'The check never falls: it was 50 before' },
  ])
  expect(findAnnotationFaults(list([5, 50, 60], [5, 51, 50]), [10], undefined)).toEqual([
    { index: 1, field: 'endOffset', message: 'Up to 50 all was checked before: end above it' },
  ])
  expect(findAnnotationFaults(list([11, 44, 45]), [10], undefined)).toEqual([
    { index: 0, field: 'after', message: 'The answer has 10 characters, and is never that long' },
  ])
  expect(findAnnotationFaults(list([5, 44, 54], [5, 44, 55], ['finish', 44, 65]), [10, 10], 44)).toEqual([
    { index: 1, field: 'endOffset', message: 'Only what was sent is annotated: 10 characters from 44 on are 54' },
    { index: 2, field: 'endOffset', message: 'Only what was sent is annotated: 20 characters from 44 on are 64' },
  ])
})

const anyFilter = fc.record(
  {
    windowCharacters: fc.integer({ min: 1, max: 50 }),
    dialect: fc.constantFrom('recorded' as const, 'documented' as const),
    completion: fc.constantFrom(completion, safeResults, {}),
    block: fc.option(
      fc.record({
        category: fc.constantFrom('hate' as const, 'profanity' as const),
        at: fc.integer({ min: 0, max: 120 }),
      }),
      { nil: undefined },
    ),
  },
  { requiredKeys: [] },
)
const anyPieces = fc.array(fc.string({ unit: fc.constantFrom('a', '😀', 'é', 'e\u0301'), maxLength: 20 }), {
  maxLength: 30,
})

test('the laws of the service hold for every text, cut, window and block', () => {
  fc.assert(
    fc.property(anyPieces, anyFilter, fc.integer({ min: 2, max: 500 }), (pieces, filter, base) => {
      const lengths = pieces.map(countCodePoints)
      const { after, afterFinish, endsAfter } = scheduleAnnotations(lengths, filter, base)
      const sentAfter = (count: number): number =>
        base + lengths.slice(0, count).reduce((sum, length) => sum + length, 0)
      const inOrder = [
        ...[...after].flatMap(([count, verdicts]) => verdicts.map((verdict) => ({ verdict, sent: sentAfter(count) }))),
        ...afterFinish.map((verdict) => ({ verdict, sent: sentAfter(lengths.length) })),
      ]
      let checked = base
      for (const [index, { verdict, sent }] of inOrder.entries()) {
        const { check, end } = verdict.offsets
        expect(check).toBeGreaterThanOrEqual(checked)
        expect(end).toBeLessThanOrEqual(sent)
        if (index > 0) expect(end).toBeGreaterThan(checked)
        checked = check
      }
      const blocks = inOrder.filter(({ verdict }) => verdict.blocks)
      expect(blocks.length).toBe(filter.block === undefined ? 0 : 1)
      expect(inOrder.at(-1)?.verdict.blocks ?? false).toBe(filter.block !== undefined)
      expect(endsAfter === null).toBe(filter.block === undefined)
      const all = sentAfter(lengths.length) - base
      if (filter.block !== undefined && filter.block.at <= all) {
        const shown = sentAfter(endsAfter ?? 0) - base
        expect(shown).toBeGreaterThanOrEqual(filter.block.at)
        // Within a window, and the piece that completes it.
        expect(shown - filter.block.at).toBeLessThanOrEqual((filter.windowCharacters ?? 1000) + Math.max(0, ...lengths))
      }
    }),
    { numRuns: 500 },
  )
})

test('a category is told as filtered in its own shape', () => {
  expect((['hate', 'jailbreak', 'custom_blocklists', 'custom_topics'] as const).map(violationOf)).toEqual([
    { hate: { filtered: true, severity: 'high' } },
    { jailbreak: { detected: true, filtered: true } },
    { custom_blocklists: [{ filtered: true, id: 'blocklist' }] },
    { custom_topics: { filtered: true, details: [{ id: 'topic', detected: true }] } },
  ])
})

test('results are written in words, for every category and in both shapes', () => {
  expect(
    filterResults({
      hate: 'safe',
      self_harm: 'low',
      sexual: 'medium',
      violence: 'high',
      jailbreak: 'none',
      indirect_attack: 'detected',
      profanity: 'filtered',
      protected_material_text: 'detected',
      protected_material_code: {
        filtered: false,
        detected: true,
        citation: { URL: 'https://example.com', license: 'MIT' },
      },
      ungrounded_material: 'none',
      personally_identifiable_information: 'filtered',
      custom_blocklists: ['words'],
      custom_topics: [],
    }),
  ).toEqual({
    hate: { filtered: false, severity: 'safe' },
    self_harm: { filtered: false, severity: 'low' },
    sexual: { filtered: true, severity: 'medium' },
    violence: { filtered: true, severity: 'high' },
    jailbreak: { filtered: false, detected: false },
    indirect_attack: { filtered: false, detected: true },
    profanity: { filtered: true, detected: true },
    protected_material_text: { filtered: false, detected: true },
    protected_material_code: {
      filtered: false,
      detected: true,
      citation: { URL: 'https://example.com', license: 'MIT' },
    },
    ungrounded_material: { filtered: false, detected: false },
    personally_identifiable_information: { filtered: true, detected: true },
    custom_blocklists: { filtered: true, details: [{ filtered: true, id: 'words' }] },
    custom_topics: { filtered: false, details: [] },
  })
  expect(filterResults({ custom_blocklists: [{ filtered: true, id: 'a' }] })).toEqual({
    custom_blocklists: [{ filtered: true, id: 'a' }],
  })
})

test('the harms are one filter, every other category is one', () => {
  expect(groupByFilter({ hate: safe, profanity: notDetected, violence: safe })).toEqual([
    { profanity: notDetected },
    { hate: safe, violence: safe },
  ])
  expect([groupByFilter({}), groupByFilter({ profanity: notDetected })]).toEqual([[], [{ profanity: notDetected }]])
})
