/** What a user downloads. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, inject, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const unpacked = inject('unpacked')

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => statSync(path.join(folder, file)).isFile())
    .map((file) => file.split(path.sep).join('/'))
    .toSorted()
}

const shipped = filesIn(unpacked)
const code = shipped.filter((file) => /\.(js|d\.ts)$/.test(file))

function read(file: string): string {
  return readFileSync(path.join(unpacked, file), 'utf8')
}

const manifest = JSON.parse(read('package.json')) as { exports: Record<string, string | { default: string }> }
const entryPoints = Object.values(manifest.exports).flatMap((target) =>
  typeof target === 'string' ? [] : [target.default.slice('./'.length)],
)

/** The specifiers of every import and re-export, dynamic ones and those in types included; examples in comments are not. */
function importsOf(file: string): readonly string[] {
  const text = read(file).replace(/\/\*[\s\S]*?\*\//g, '')
  return [...text.matchAll(/\b(?:from|import|import\(|require\()\s*(['"])(.+?)\1/g)].map((match) => match[2] ?? '')
}

test('holds the declarations, a module for each entry point, the schema and the documents, and nothing else', () => {
  const sources = ['src', 'handlers'].flatMap((folder) =>
    filesIn(path.join(root, folder))
      .filter((file) => file.endsWith('.ts'))
      .map((file) => `dist/${folder}/${file.slice(0, -'.ts'.length)}`),
  )
  const guides = readdirSync(path.join(root, 'docs')).filter((file) => file.endsWith('.md'))
  const documents = ['CHANGELOG.md'].filter((file) => existsSync(path.join(root, file)))
  const expected = [
    ...sources.map((source) => `${source}.d.ts`),
    ...entryPoints,
    ...shipped.filter((file) => /^dist\/shared\/[a-z-]+\.js$/.test(file)),
    ...guides.map((guide) => `docs/${guide}`),
    ...documents,
    'LICENSE',
    'README.md',
    'docs/config.schema.json',
    'package.json',
  ]
  expect(shipped).toEqual(expected.toSorted())
})

test('imports msw, zod and its own files alone', () => {
  const imported = new Set(code.flatMap(importsOf).filter((specifier) => !specifier.startsWith('.')))
  expect([...imported].toSorted()).toEqual(['msw', 'zod'])
})

test('imports no file that is not shipped', () => {
  const missing = code.flatMap((file) =>
    importsOf(file)
      .filter((specifier) => specifier.startsWith('.'))
      .map((specifier) => path.posix.join(path.posix.dirname(file), specifier))
      // Declarations keep the endings of their sources; TypeScript looks for the declarations beside them.
      .map((target) => target.replace(/(?<!\.d)\.ts$/, '.d.ts'))
      .filter((target) => !shipped.includes(target)),
  )
  expect(missing).toEqual([])
})

test('names no source map that is not shipped', () => {
  expect(code.filter((file) => read(file).includes('sourceMappingURL'))).toEqual([])
})

test('names no path of the machine that built it', () => {
  const absolute = shipped.filter((file) => read(file).includes(root))
  expect(absolute).toEqual([])
})
