/** The browser bundle of everything the package exports, without zod and msw. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Row } from './measure.ts'

const root = path.resolve(import.meta.dirname, '../..')
const { status, stderr } = spawnSync(process.execPath, [path.join(root, '.ci/bundle.ts')], { encoding: 'utf8' })
if (status !== 0) throw new Error(stderr)
const bundle = readFileSync(path.join(root, 'node_modules/.cache/msw-llm/bundle.js'))
const kilobytes = gzipSync(bundle).length / 1000

const rows: Row[] = [
  {
    what: 'browser bundle of core and all providers, without zod and msw, gzipped',
    base: `${(bundle.length / 1000).toFixed(1)} kB plain`,
    ours: `${kilobytes.toFixed(1)} kB`,
    measured: `${kilobytes.toFixed(1)} kB`,
    target: '≤ 40 kB',
    met: kilobytes <= 40,
  },
]
console.log(JSON.stringify(rows))
