/**
 * Puts the packed package into node_modules, as a user's npm would: a link to it would bring the msw of the root along.
 * Writes the blocks of the documents as the files that they say they are.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { printedFile } from '../docs/documents.ts'
import { firstReadmeBlock } from '../package/readme.ts'

const here = import.meta.dirname
const root = path.resolve(here, '../..')

export default function setup(): void {
  install()
  const generated = path.join(here, 'generated')
  rmSync(generated, { recursive: true, force: true })
  mkdirSync(generated)
  const write = (file: string, text: string): void => writeFileSync(path.join(generated, file), text)
  write('readme.test.ts', forPages(firstReadmeBlock()))
  for (const file of ['jest.config.mjs', 'happy-dom-with-node-fetch.ts', 'polyfill.ts']) {
    write(file, printedFile(root, 'docs/environments.md', file))
  }
}

function install(): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'msw-llm-pack-'))
  const pack = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder]
  const tarball = execFileSync('npm', pack, { cwd: root, encoding: 'utf8' }).trim()
  const installed = path.join(here, 'node_modules/msw-llm')
  rmSync(installed, { recursive: true, force: true })
  mkdirSync(installed, { recursive: true })
  execFileSync('tar', ['-xzf', path.join(folder, tarball), '--strip-components', '1', '-C', installed])
  rmSync(folder, { recursive: true })
}

/** With what the guide says that a client wants that takes the environment for a page. */
function forPages(code: string): string {
  const options = "{ apiKey: 'test'"
  const [before, after, ...more] = code.split(options)
  if (after === undefined || more.length > 0) throw new Error('The README makes its client in another way than once')
  return `${before}${options}, dangerouslyAllowBrowser: true${after}`
}
