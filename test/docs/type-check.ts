/** Compiles the blocks of the documents, each as a module of its own. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { atItsLine, fileNameOf, type Block } from './blocks.ts'

const root = path.resolve(import.meta.dirname, '../..')
const compiler = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc')

/** Returns the compiler's errors, at their places in the documents. `name` keeps concurrent checks apart. */
export function typeErrors(blocks: readonly Block[], name: string): readonly string[] {
  const folder = path.join(root, 'node_modules', '.cache', 'msw-llm', `blocks-${name}`)
  rmSync(folder, { recursive: true, force: true })
  const files = blocks.map((block) => fileNameOf(block, 'mts'))
  for (const [index, block] of blocks.entries()) {
    const file = path.join(folder, files[index] ?? '')
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, atItsLine(block))
  }
  const config = {
    extends: path
      .relative(folder, path.join(root, 'test', 'tsconfig.json'))
      .split(path.sep)
      .join('/'),
    // An example may end with the value that it shows how to write.
    compilerOptions: { noUnusedLocals: false, noUnusedParameters: false },
    include: [],
    files,
  }
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(config))
  const { status, stdout, stderr } = spawnSync(process.execPath, [compiler, '--project', '.', '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
  })
  if (status === 0) return []
  const lines = (stdout + stderr).split('\n').filter((line) => line !== '')
  return lines.map((line) => line.replace(/^(.+)\.\d+\.mts\((\d+),\d+\)/, '$1:$2'))
}
