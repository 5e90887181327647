/** The checks of the documents find what is wrong, shown on documents that have every fault. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { blocksOf } from './documents.ts'
import { typeErrors } from './type-check.ts'

const fixtures = path.join(import.meta.dirname, 'fixtures')
const vitest = path.resolve(import.meta.dirname, '../../node_modules/vitest/vitest.mjs')

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

test('a block that prints something else, throws or leaves a server listening fails', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'msw-llm-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const report = path.join(folder, 'report.json')
  const config = path.join(fixtures, 'vitest.config.ts')
  const options = ['--config', config, '--reporter', 'json', '--outputFile', report]
  const { status } = spawnSync(process.execPath, [vitest, 'run', ...options], { encoding: 'utf8' })
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
  const outcomes = testResults
    .flatMap((file) => file.assertionResults)
    .map(({ fullName, failureMessages }) => [fullName, failureMessages[0]?.split('\n')[0] ?? 'passed'])
  expect(status).toBe(1)
  expect(Object.fromEntries(outcomes)).toMatchInlineSnapshot(`
    {
      "README.md:15": "AssertionError: expected [ 'one' ] to deeply equal [ 'two' ]",
      "README.md:22": "AssertionError: expected [ 'one', 'two' ] to deeply equal [ 'one' ]",
      "README.md:30": "passed",
      "README.md:36": "TypeError: Cannot read properties of null (reading 'name')",
      "README.md:44 listens": "passed",
      "README.md:44 prints what it says and closes its servers": "passed",
      "README.md:6": "passed",
      "README.md:60 adds": "passed",
      "README.md:60 is wrong": "AssertionError: expected 2 to be 3 // Object.is equality",
      "README.md:60 prints what it says and closes its servers": "AssertionError: expected [ '2' ] to deeply equal [ '3' ]",
      "README.md:75": "AssertionError: the block closes the server that it makes listen: expected false to be true // Object.is equality",
      "docs/page.md:4": "passed",
      "handlers/example.ts:13": "passed",
      "handlers/example.ts:8": "AssertionError: expected [ '2' ] to deeply equal [ '3' ]",
    }
  `)
})

test('a type error fails, at its line in the document', () => {
  expect(typeErrors(blocksOf(fixtures), 'fixtures')).toMatchInlineSnapshot(`
    [
      "README.md:85: error TS2322: Type 'SetupWorker' is not assignable to type 'number'.",
      "docs/page.md:4: error TS2322: Type 'string' is not assignable to type 'number'.",
      "handlers/example.ts:13: error TS2322: Type 'number' is not assignable to type 'string'.",
    ]
  `)
})
