/** Pages show parts of files that run elsewhere, in blocks with `from`: what they show is what the files hold. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { documentsOf } from './documents.ts'

const root = path.resolve(import.meta.dirname, '../..')
const pages = documentsOf(root).filter((file) => file.endsWith('.md'))
const excerpt = /^```\w+ from (\S+)\n([\s\S]*?)^```$/gm

const excerpts = pages.flatMap((page) =>
  [...readFileSync(path.join(root, page), 'utf8').matchAll(excerpt)].map(([, source = '', code = '']) => ({
    page,
    source,
    code,
  })),
)

test('there are excerpts', () => {
  expect(excerpts.length).toBeGreaterThan(0)
})

test.for(excerpts)('$page shows what $source holds', ({ source, code }) => {
  expect(readFileSync(path.join(root, source), 'utf8')).toContain(code)
})

const relativeLinks = pages.flatMap((page) =>
  [...readFileSync(path.join(root, page), 'utf8').matchAll(/\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)/g)].map(
    ([, target = '']) => ({ page, target }),
  ),
)

test.for(relativeLinks)('$page links to $target, which is there', ({ page, target }) => {
  expect(existsSync(path.resolve(root, path.dirname(page), target))).toBe(true)
})

/** As GitHub makes them. */
const anchorsOf = (page: string): readonly string[] =>
  [...readFileSync(path.join(root, page), 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  )

const anchors = pages.flatMap((page) =>
  [...readFileSync(path.join(root, page), 'utf8').matchAll(/\]\((?!https?:)([^)#\s]*\.md)?#([^)]+)\)/g)].map(
    ([, file, anchor = '']) => ({
      page,
      anchor,
      target: file === undefined ? page : path.join(path.dirname(page), file),
    }),
  ),
)

test.for(anchors)('$page leads to the heading #$anchor of $target', ({ target, anchor }) => {
  expect(anchorsOf(target)).toContain(anchor)
})
