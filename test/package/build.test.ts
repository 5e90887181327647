/** The built files are those of the sources as they are. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { root } from './consumer.ts'

function textsIn(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => !file.endsWith('.tsbuildinfo') && statSync(path.join(folder, file)).isFile(),
  )
  return new Map(files.map((file) => [file, readFileSync(path.join(folder, file), 'utf8')]))
}

test('the packed files are what the sources compile to', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'msw-llm-build-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of ['src', 'handlers', '.ci', 'package.json', 'tsconfig.json']) {
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true })
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction')
  const { stdout, stderr } = spawnSync(process.execPath, ['.ci/build.ts'], { cwd: folder, encoding: 'utf8' })
  expect(stdout + stderr).toBe('')

  const built = textsIn(path.join(folder, 'dist'))
  const packed = textsIn(path.join(inject('unpacked'), 'dist'))
  const differing = new Set([...built.keys(), ...packed.keys()].filter((file) => built.get(file) !== packed.get(file)))
  expect([...differing], 'run `npm run build`').toEqual([])
})
