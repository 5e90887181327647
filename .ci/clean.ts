/** Removes what the build writes, so that nothing of a former one is packed. */
import { rmSync } from 'node:fs'
import path from 'node:path'

rmSync(path.resolve(import.meta.dirname, '../dist'), { recursive: true, force: true })
