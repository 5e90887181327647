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
