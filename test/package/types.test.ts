/** The packed declarations, compiled by a user who checks the declarations of libraries as well. */
import { cpSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { makeConsumer } from './consumer.ts'

const compiler = path.resolve(import.meta.dirname, '../../node_modules/typescript/bin/tsc')

test.each([
  ['msw', 'nodenext'],
  ['msw', 'bundler'],
  ['msw2', 'nodenext'],
  ['msw2', 'bundler'],
] as const)('compile with %s, resolved as by %s', (msw, moduleResolution) => {
  const consumer = makeConsumer({ msw })
  cpSync(path.join(import.meta.dirname, 'fixtures', 'consumer.ts'), path.join(consumer.folder, 'consumer.ts'))
  const compilerOptions = {
    target: 'es2024',
    lib: ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable', 'esnext.disposable'],
    module: moduleResolution === 'bundler' ? 'preserve' : 'nodenext',
    moduleResolution,
    types: ['node'],
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
  }
  consumer.write('tsconfig.json', JSON.stringify({ compilerOptions, files: ['consumer.ts'] }))
  expect(consumer.run(compiler, '--project', '.', '--pretty', 'false')).toEqual({ status: 0, output: '' })
})
