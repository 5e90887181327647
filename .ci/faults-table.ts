/** The table of docs/faults.md: what the tests hold of each client and fault. */
import { common, differing, type FrameworkCell } from '../test/interop/fault-cells.ts'
import { faultCells, type FaultCell } from '../test/mock/faults/cells.ts'

/** Which results look like a whole answer, and are none. */
const looksWhole = /, (stop|end_turn|STOP|completed|in_progress|the end|null|no reason|nothing|response\.\w+(\.\w+)?)$/

export function faultsTable(): string {
  const entryPoints = Object.entries(faultCells).filter(([name]) => name !== 'fetch')
  const faults = Object.keys(entryPoints[0]?.[1] ?? {})
  const head = ['fault', ...entryPoints.map(([name]) => `\`${name}\``)]
  const rows = faults.map((fault) => [
    `\`${fault}\``,
    ...entryPoints.map(([, cells]) => describe(fault, cells[fault as keyof typeof cells])),
  ])
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

/** Faults after which the answer is whole all the same. */
const harmless: ReadonlySet<string> = new Set(['stall'])

function describe(fault: string, { seen }: FaultCell): string {
  const [pieces = '', result = ''] = seen.split(', ')
  const said = `${pieces.replace('pieces', 'of 4')}, ${result.endsWith('Error') ? `throws \`${result}\`` : result}`
  return looksWhole.test(seen) && !harmless.has(fault) ? `**${said}**` : said
}

/** What the AI SDK shows. */
export function frameworkTable(): string {
  const names = Object.keys(differing)
  const rows = Object.entries(common).map(([fault, cell]) => [
    `\`${fault}\``,
    ...names.map((name) => describeFramework(fault, differing[name]?.[fault] ?? cell)),
  ])
  const head = ['fault', ...names.map((name) => `\`${name}\``)]
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

function describeFramework(fault: string, { pieces, finish, error }: FrameworkCell): string {
  const told = error === null ? '' : `, \`${error}\``
  const said = `${pieces} of 4, ${finish.startsWith('rejects') ? 'no reason' : finish}${told}`
  return finish === 'stop' && error === null && !harmless.has(fault) ? `**${said}**` : said
}
