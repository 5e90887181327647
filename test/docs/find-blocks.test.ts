import { expect, test } from 'vitest'
import { findBlocks } from './blocks.ts'

test('finds the ts blocks of a page, with the lines they begin on', () => {
  const page = [
    '```ts',
    'one()',
    '```',
    'text',
    '  ```ts no-run needs a browser',
    '  two {',
    '    }',
    '  ```',
    '```sh',
    'three',
    '```',
  ]
  expect(findBlocks('page.md', page.join('\n'))).toEqual([
    { file: 'page.md', line: 2, code: 'one()', noRun: null },
    { file: 'page.md', line: 6, code: 'two {\n  }', noRun: 'needs a browser' },
  ])
})

test('a block that shows a block is one block', () => {
  expect(findBlocks('page.md', '````md\n```ts\none()\n```\n````')).toEqual([])
})

test('finds each @example of a source file, up to the next tag', () => {
  const source = [
    'const a = 1',
    '/**',
    ' * Text.',
    ' *',
    ' * @example',
    ' * one({',
    ' *   a,',
    ' * })',
    ' * @returns b',
    ' */',
  ]
  expect(findBlocks('a.ts', source.join('\n'))).toEqual([
    { file: 'a.ts', line: 6, code: 'one({\n  a,\n})', noRun: null },
  ])
})

test.each([
  ['```typescript\n```', 'page.md:1: write ```ts, so that the block is run'],
  ['\n```ts norun\n```', 'page.md:2: after ```ts only "no-run" and its reason can follow'],
  ['```ts no-run\n```', 'page.md:1: say why the block cannot run, as in ```ts no-run browser'],
  ['```ts\none()', 'page.md:1: the code block is not closed'],
])('refuses a block that would be left out in silence: %j', (page, message) => {
  expect(() => findBlocks('page.md', page)).toThrow(new Error(message))
})

test('refuses an @example that begins on the line of its tag', () => {
  expect(() => findBlocks('a.ts', '/** @example one() */')).toThrow(
    new Error('a.ts:1: the code of an @example begins on the line below it'),
  )
})
