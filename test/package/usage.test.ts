/** The packed package in a user's project. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { makeConsumer, root } from './consumer.ts'
import { firstReadmeBlock } from './readme.ts'

const vitest = path.join('node_modules', 'vitest', 'vitest.mjs')

const { exports } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  readonly exports: Readonly<Record<string, unknown>>
}
const specifiers = Object.keys(exports).map((subpath) => `msw-llm${subpath.slice(1)}`)
const code = specifiers.filter((specifier) => !specifier.endsWith('.json'))

/** What the sources export, as a user's program prints it; the aliases of this project lead to them. */
async function sourceExports(): Promise<string> {
  const names = code.map(async (specifier) => {
    const module = (await import(specifier)) as object
    return [specifier, Object.keys(module).toSorted()] as const
  })
  return JSON.stringify(Object.fromEntries(await Promise.all(names)))
}

/** The user's program, over imports or over require(). */
function printExports(load: (specifier: string) => string): string {
  const entries = code.map((specifier) => `${JSON.stringify(specifier)}: Object.keys(${load(specifier)}).sort()`)
  return `console.log(JSON.stringify({ ${entries.join(', ')} }))`
}

test.each(['msw', 'msw2'] as const)('the first block of the README passes as a test file, with %s', (msw) => {
  const consumer = makeConsumer({ msw })
  consumer.write('readme.test.ts', firstReadmeBlock())
  const { status, output } = consumer.run(vitest, 'run', '--reporter', 'json', '--outputFile', 'report.json')
  expect({ status, output }).toEqual({ status: 0, output: expect.any(String) })
  const report = JSON.parse(readFileSync(path.join(consumer.folder, 'report.json'), 'utf8')) as Record<string, number>
  expect(report['numPassedTests']).toBeGreaterThan(0)
  expect(report['numPassedTests']).toBe(report['numTotalTests'])
})

test('every subpath can be imported, and exports what its source does', async () => {
  const consumer = makeConsumer({ msw: 'msw' })
  consumer.write(
    'names.js',
    printExports((specifier) => `await import('${specifier}')`),
  )
  expect(consumer.run('names.js')).toEqual({ status: 0, output: await sourceExports() })
})

test('every subpath can be required', async () => {
  const consumer = makeConsumer({ msw: 'msw' })
  consumer.write(
    'names.cjs',
    printExports((specifier) => `require('${specifier}')`),
  )
  expect(consumer.run('names.cjs')).toEqual({ status: 0, output: await sourceExports() })
})

test('the JSON files can be imported', () => {
  const consumer = makeConsumer({ msw: 'msw' })
  consumer.write(
    'json.js',
    `import schema from 'msw-llm/config.schema.json' with { type: 'json' }
    import manifest from 'msw-llm/package.json' with { type: 'json' }
    console.log(schema.title, '|', manifest.name)`,
  )
  expect(consumer.run('json.js')).toEqual({ status: 0, output: 'msw-llm configuration | msw-llm' })
})

test('a module that is no subpath cannot be imported', () => {
  const consumer = makeConsumer({ msw: 'msw' })
  consumer.write('deep.js', `await import('msw-llm/dist/src/index.js').catch(({ code }) => console.log(code))`)
  expect(consumer.run('deep.js')).toEqual({ status: 0, output: 'ERR_PACKAGE_PATH_NOT_EXPORTED' })
})
