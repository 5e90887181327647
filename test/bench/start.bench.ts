/** What importing the package costs beyond msw and zod, each measured in fresh processes. */
import { spawnSync } from 'node:child_process'
import { median, type Row } from './measure.ts'

function importTime(code: string): number {
  const program = code.replaceAll('import(', 'await import(')
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  return Number(stdout)
}

const clock = (code: string): string =>
  `const start = performance.now(); ${code}; console.log(performance.now() - start)`
const without: number[] = []
const withOurs: number[] = []
for (let round = 0; round < 21; round++) {
  without.push(importTime(clock(`import('msw'); import('zod')`)))
  withOurs.push(importTime(`import('msw'); import('zod'); ${clock(`import('msw-llm'); import('msw-llm/openai')`)}`))
}
const ours = median(withOurs)

const rows: Row[] = [
  {
    what: "import of the package's own modules, beside import of msw and zod",
    base: `${median(without).toFixed(1)} ms`,
    ours: `${ours.toFixed(1)} ms`,
    measured: `${ours.toFixed(1)} ms`,
    target: '≤ 15 ms',
    met: ours <= 15,
  },
]
console.log(JSON.stringify(rows))
