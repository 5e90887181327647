/** The documents whose code is checked. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { findBlocks, type Block } from './blocks.ts'

/** README.md, the pages of docs, and the comments of everything that ships. */
export function documentsOf(root: string): readonly string[] {
  return [
    ...(existsSync(path.join(root, 'README.md')) ? ['README.md'] : []),
    ...filesIn(root, 'docs', '.md'),
    ...filesIn(root, 'src', '.ts'),
    ...filesIn(root, 'handlers', '.ts'),
  ]
}

function filesIn(root: string, folder: string, ending: string): readonly string[] {
  if (!existsSync(path.join(root, folder))) return []
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending) && !file.includes('node_modules'))
    .map((file) => path.posix.join(folder, file.split(path.sep).join('/')))
    .toSorted()
}

export function blocksOf(root: string): readonly Block[] {
  return documentsOf(root).flatMap((file) => findBlocks(file, readFileSync(path.join(root, file), 'utf8')))
}

/** The code of the block that a page marks as a file of its own, as in "no-run jest.config.mjs". */
export function printedFile(root: string, document: string, file: string): string {
  const blocks = findBlocks(document, readFileSync(path.join(root, document), 'utf8'))
  const [block, ...more] = blocks.filter(({ noRun }) => noRun === file)
  if (block === undefined || more.length > 0) throw new Error(`${document} has to print ${file} once`)
  return block.code
}
