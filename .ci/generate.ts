/** Writes the generated files of docs. With --check it writes nothing, and fails when one of them is out of date. */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { clientsTable } from './clients-table.ts'
import { configJsonSchema } from './config-schema.ts'
import { faultsTable, frameworkTable } from './faults-table.ts'
import { providersPage } from './providers-page.ts'

const root = path.resolve(import.meta.dirname, '..')

const generated: readonly (readonly [file: string, text: string])[] = [
  ['docs/config.schema.json', `${JSON.stringify(configJsonSchema(), null, 2)}\n`],
  ['docs/providers.md', providersPage()],
  ['docs/clients.md', withTables('docs/clients.md', { cells: clientsTable() })],
  ['docs/faults.md', withTables('docs/faults.md', { cells: faultsTable(), 'ai-sdk': frameworkTable() })],
]

/** A page of ours with tables between their marks. */
function withTables(file: string, tables: Readonly<Record<string, string>>): string {
  let page = readFileSync(path.join(root, file), 'utf8').replaceAll('\r\n', '\n')
  for (const [name, table] of Object.entries(tables)) {
    const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
    const [before = '', rest = ''] = page.split(begin)
    page = `${before}${begin}\n\n${table}\n\n${end}${rest.split(end)[1] ?? ''}`
  }
  return page
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

for (const [file, text] of generated) {
  const target = path.join(root, file)
  if (readIfThere(target)?.replaceAll('\r\n', '\n') === text) continue
  if (process.argv.includes('--check')) {
    console.error(`${file} is out of date: run \`npm run generate\` and commit it`)
    process.exitCode = 1
  } else {
    writeFileSync(target, text)
    console.log(`Wrote ${file}`)
  }
}
