/** Gives each block of the documents to vitest as a module of its own. */
import path from 'node:path'
import type { Plugin } from 'vite'
import { atItsLine, fileNameOf, promisedOutput, registersTests, type Block } from './blocks.ts'
import { blocksOf, documentsOf } from './documents.ts'

const list = 'virtual:document-blocks'

export function documentBlocks(root: string): Plugin {
  const readBlocks = (): ReadonlyMap<string, Block> =>
    new Map(blocksOf(root).map((block) => [`${list}/${fileNameOf(block, 'ts')}`, block]))
  let blocks: ReadonlyMap<string, Block> | null = null
  return {
    name: 'document-blocks',
    enforce: 'pre',
    resolveId: (source) => (source === list || source.startsWith(`${list}/`) ? source : null),
    load(id) {
      if (id === list) {
        for (const file of documentsOf(root)) this.addWatchFile(path.join(root, file))
        blocks = readBlocks()
        return `export const blocks = [${[...blocks].map(describeBlock).join(',\n')}]`
      }
      // The list may have come from vitest's cache, and not from here.
      blocks ??= readBlocks()
      const block = blocks.get(id)
      return block === undefined ? null : atItsLine(block)
    },
  }
}

function describeBlock([module, block]: readonly [string, Block]): string {
  const { file, line, code, noRun } = block
  const entry = { name: `${file}:${line}`, promised: promisedOutput(code), registersTests: registersTests(code) }
  const load = noRun === null ? `() => import(${JSON.stringify(module)})` : 'null'
  return `{ ...${JSON.stringify(entry)}, load: ${load} }`
}
