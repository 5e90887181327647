/** A project of a user, in a folder of its own, with the packed package in its node_modules. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inject, onTestFinished } from 'vitest'

export const root: string = path.resolve(import.meta.dirname, '../..')

export interface Consumer {
  readonly folder: string
  write(file: string, text: string): void
  /** Makes a package of one module. */
  install(name: string, code: string): void
  /** Runs a program of node_modules, or a file of the project, on Node. */
  run(...args: readonly string[]): { readonly status: number | null; readonly output: string }
}

interface ConsumerOptions {
  /** The version that the project has under that name. */
  readonly msw: 'msw' | 'msw2'
  /** Other packages. */
  readonly more?: readonly string[]
}

export function makeConsumer({ msw, more = [] }: ConsumerOptions): Consumer {
  const folder = mkdtempSync(path.join(tmpdir(), 'msw-llm-consumer-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const modules = path.join(folder, 'node_modules')
  mkdirSync(path.join(modules, '@types'), { recursive: true })
  cpSync(inject('unpacked'), path.join(modules, 'msw-llm'), { recursive: true })
  const named = Object.fromEntries(more.map((name) => [name, name]))
  const installed = { ...named, msw, zod: 'zod', openai: 'openai', vitest: 'vitest', '@types/node': '@types/node' }
  for (const [name, source] of Object.entries(installed)) {
    symlinkSync(path.join(root, 'node_modules', source), path.join(modules, name), 'junction')
  }
  const consumer: Consumer = {
    folder,
    write: (file, text) => writeFileSync(path.join(folder, file), text),
    install(name, code) {
      mkdirSync(path.join(modules, name), { recursive: true })
      writeFileSync(path.join(modules, name, 'package.json'), JSON.stringify({ name, type: 'module' }))
      writeFileSync(path.join(modules, name, 'index.js'), code)
    },
    run(...args) {
      const { status, stdout, stderr } = spawnSync(process.execPath, args, {
        cwd: folder,
        encoding: 'utf8',
        timeout: 60_000,
      })
      return { status, output: (stdout + stderr).trim() }
    },
  }
  consumer.write('package.json', JSON.stringify({ name: 'consumer', private: true, type: 'module' }))
  return consumer
}
