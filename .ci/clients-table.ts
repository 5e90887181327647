/** The table of docs/clients.md: what the tests hold of each client and outcome. */
import { clientCells, outcomes, type Outcome } from '../test/interop/client-cells.ts'

export function clientsTable(): string {
  const head = ['client', ...outcomes]
  const rows = Object.entries(clientCells).flatMap(([family, clients]) => [
    [`**${family}**`, ...outcomes.map(() => '')],
    ...Object.entries(clients).map(([name, cells]) => [
      name,
      ...outcomes.map((outcome) => describe(outcome, cells[outcome])),
    ]),
  ])
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

/** A cell that an application could take for something else leads to the recipe for it. */
function describe(outcome: Outcome, cell: string | undefined): string {
  if (cell === undefined) return '–'
  const recipe = surpriseOf(outcome, cell)
  return recipe === null ? cell : `**[${cell}](#${recipe})**`
}

/** An end that a policy is named by, whosever word it is. */
const namesPolicy = /refusal|filter|SAFETY|PROHIBITED_CONTENT/

/** The heading of the recipe for a cell that surprises. */
export function surpriseOf(outcome: Outcome, cell: string): string | null {
  const fails = /throws|tells/.test(cell)
  switch (outcome) {
    case 'refusal':
      return fails || /by itself/.test(cell) || namesPolicy.test(endOf(cell))
        ? null
        : 'a-refusal-that-looks-like-nothing'
    case 'filtered':
    case 'filtered with nothing':
    case 'blocked after text':
    case 'prompt blocked':
      return fails || namesPolicy.test(endOf(cell)) ? null : 'a-filter-that-is-not-told'
    case 'cut':
      return fails || endOf(cell) === 'interrupted' || endOf(cell) === 'other' ? null : 'a-cut-that-looks-like-an-end'
    case 'error in the stream':
      return fails ? null : 'an-error-that-is-passed-over'
    case 'stopped':
      return cell.startsWith('whole') ? 'a-stop-that-does-not-stop' : null
    default:
      return null
  }
}

const endOf = (cell: string): string => cell.split(', ').at(-1) ?? ''
