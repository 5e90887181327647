/** The block that a reader of the README pastes first. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { findBlocks } from '../docs/blocks.ts'

export function firstReadmeBlock(): string {
  const readme = path.resolve(import.meta.dirname, '../../README.md')
  const [first] = findBlocks('README.md', readFileSync(readme, 'utf8'))
  if (first === undefined) throw new Error('README.md has no ```ts block')
  return first.code
}
