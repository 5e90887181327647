/**
 * `npm run bench`: the numbers that the project promises, side by side with what they are measured against. Each group
 * is a process of its own, in which both sides run in turn; exits 1 when a number misses its target.
 */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import type { Row } from './measure.ts'

const groups = ['fetch', 'msw3', 'msw2', 'scale', 'memory', 'start', 'bundle']
/** V8 throws away code that has not run for a while, which is worth more than what memory.bench.ts looks for. */
const options: Readonly<Record<string, readonly string[]>> = {
  msw2: ['--import', path.join(import.meta.dirname, 'use-msw2.ts')],
  memory: ['--expose-gc', '--no-flush-bytecode'],
}
const chosen = process.argv.slice(2)

const rows = groups
  .filter((group) => chosen.length === 0 || chosen.includes(group))
  .flatMap((group) => {
    const file = path.join(import.meta.dirname, `${group}.bench.ts`)
    const { status, stdout, stderr } = spawnSync(process.execPath, [...(options[group] ?? []), file], {
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`${group}.bench.ts ended with ${status}:\n${stderr}\n${stdout}`)
    return JSON.parse(stdout) as Row[]
  })

const columns = ['what', 'base', 'ours', 'measured', 'target'] as const
const head = { what: '', base: 'against', ours: 'ours', measured: 'measured', target: 'target' }
const widths = columns.map((column) => Math.max(...[head, ...rows].map((row) => row[column].length)))
const line = (row: Pick<Row, (typeof columns)[number]>): string =>
  columns.map((column, index) => row[column].padEnd(widths[index] ?? 0)).join('  ')

console.log(`${line(head)}\n${widths.map((width) => '-'.repeat(width)).join('  ')}`)
for (const row of rows) console.log(`${line(row)}  ${row.met ? 'met' : 'MISSED'}`)
process.exitCode = rows.every(({ met }) => met) ? 0 : 1
