/** Packs the built package once, as for a release, for all the tests of this project. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder that the tarball was unpacked into. */
    readonly unpacked: string
  }
}

export default function setup(project: TestProject): () => void {
  const root = path.resolve(import.meta.dirname, '../..')
  const folder = mkdtempSync(path.join(tmpdir(), 'msw-llm-pack-'))
  const options = { cwd: root, encoding: 'utf8', shell: process.platform === 'win32' } as const
  const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], options)
  execFileSync('tar', ['-xzf', packed.trim()], { cwd: folder })
  project.provide('unpacked', path.join(folder, 'package'))
  return () => rmSync(folder, { recursive: true, force: true })
}
