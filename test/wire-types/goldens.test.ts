/** Every body and every frame of the golden wire files is what the official clients declare, but for what is listed. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/json.ts'
import { families, type Family } from './families.ts'

const root = path.resolve(import.meta.dirname, '../..')
const goldens = path.join(root, 'test/protocols/__wire__')

interface Sent {
  readonly file: string
  readonly kind: 'body' | 'event' | 'list'
  readonly value: JsonObject
}

function sentIn(folder: string): readonly Sent[] {
  return readdirSync(path.join(goldens, folder)).flatMap((file): readonly Sent[] => {
    const text = readFileSync(path.join(goldens, folder, file), 'utf8')
    if (file.endsWith('.array.json')) {
      return (JSON.parse(text) as JsonObject[]).map((value) => ({ file, kind: 'event', value }))
    }
    if (file.endsWith('.json')) {
      const value = JSON.parse(text) as JsonObject
      // What comes of a deletion is `void` to the client, which `test/types` holds on to.
      if (file === 'deleted.json') return []
      // No client declares the bodies of errors, which Gemini sends in an array where one was asked for.
      if (file.endsWith('-400.json') || Array.isArray(value) || ('error' in value && value['error'] !== null)) return []
      return [{ file, kind: file.startsWith('models') ? 'list' : 'body', value }]
    }
    return [...text.matchAll(/^data: (\{.*)$/gm)].map(([, data = '']) => ({
      file,
      kind: 'event',
      value: JSON.parse(data) as JsonObject,
    }))
  })
}

/** One line a value, so that an expected error stands on the line after its reason. */
function linesOf({ deviations }: Family, { kind, value }: Sent): readonly string[] {
  const satisfies = (checked: JsonObject): string => `;(${JSON.stringify(checked)}) satisfies ${kind}`
  const found = deviations.filter(({ applies }) => applies(value))
  if (found.length === 0) return [satisfies(value)]
  const repaired = found.reduce((current, { repair }) => repair(current), value)
  const sources = found.map(({ source }) => source).join('; ')
  return [`// @ts-expect-error ${sources}`, satisfies(value), satisfies(repaired)]
}

function moduleOf(
  family: Family,
  sent: readonly Sent[],
): { readonly text: string; readonly places: readonly string[] } {
  const lines = [
    // An enum of strings, which no text of JSON would be.
    'type Text<T> = T extends string ? `${T}` : T extends object ? { [Key in keyof T]: Text<T[Key]> } : T',
    `type body = ${family.body}`,
    `type event = ${family.event}`,
    `type list = ${family.list ?? 'never'}`,
  ]
  const places = lines.map(() => '')
  for (const one of sent) {
    for (const line of linesOf(family, one)) {
      lines.push(line)
      places.push(one.file)
    }
  }
  return { text: `${lines.join('\n')}\nexport {}\n`, places }
}

test('the folders of the golden files are all held against a client', () => {
  expect(readdirSync(goldens).toSorted()).toEqual([...new Set(families.map(({ folder }) => folder))].toSorted())
})

test('what is sent is what the clients declare', () => {
  const folder = path.join(root, 'node_modules/.cache/msw-llm/wire-types')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const modules = families.map((family, index) => ({
    ...moduleOf(family, sentIn(family.folder)),
    file: `${index}-${family.folder}.mts`,
  }))
  for (const { file, text } of modules) writeFileSync(path.join(folder, file), text)
  writeFileSync(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: path.relative(folder, path.join(root, 'test/tsconfig.json')).split(path.sep).join('/'),
      // The clients' own optional fields are not all declared with `undefined`.
      compilerOptions: { exactOptionalPropertyTypes: false, noUnusedLocals: false },
      include: [],
      files: modules.map(({ file }) => file),
    }),
  )
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc')
  const { stdout } = spawnSync(process.execPath, [compiler, '--project', '.', '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
  })
  const errors = stdout.replace(/^(\S+?)\((\d+),\d+\)/gm, (_, file: string, line: string) => {
    const { places } = modules.find((module) => module.file === file)!
    return `${file} ${places[Number(line) - 1]}`
  })
  expect(errors).toBe('')
})
