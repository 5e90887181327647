/**
 * Bundles all that ships as a browser's bundler would, without its peers, so that size-limit can weigh it: the mock, and
 * the chat client, which applications have and tests do not need.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { build, type Plugin } from 'vite'

const root = path.resolve(import.meta.dirname, '..')
const outDir = path.join(root, 'node_modules', '.cache', 'msw-llm')
const externals: ReadonlySet<string> = new Set(['msw', 'zod'])
const client = './chat-client'

const { exports } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  readonly exports: Readonly<Record<string, string | { readonly default: string }>>
}

/** The files behind the subpaths that are code. */
const entryPoints = Object.entries(exports).flatMap(([subpath, target]) =>
  typeof target === 'string' ? [] : [{ subpath, file: path.join(root, target.default) }],
)
const bundles: Readonly<Record<string, typeof entryPoints>> = {
  'bundle.js': entryPoints.filter(({ subpath }) => subpath !== client),
  'chat-client.js': entryPoints.filter(({ subpath }) => subpath === client),
}

const entry = 'virtual:every-entry-point'

const everyEntryPoint = (entries: typeof entryPoints): Plugin => ({
  name: 'every-entry-point',
  enforce: 'pre',
  resolveId(source, importer) {
    if (source === entry) return entry
    if (externals.has(source)) return { id: source, external: true }
    const isFile = source.startsWith('.') || path.isAbsolute(source)
    if (!isFile) {
      this.error(
        `${importer ?? 'The bundle'} imports ${source}. What ships imports msw and zod alone: browsers have no more.`,
      )
    }
    return null
  },
  // Under names of its own, so that nothing that two entry points share is lost, and nothing is shaken off.
  load: (id) =>
    id === entry
      ? entries.map(({ file }, index) => `export * as entry${index} from ${JSON.stringify(file)}`).join('\n')
      : null,
})

for (const [entryFileNames, entries] of Object.entries(bundles)) {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [everyEntryPoint(entries)],
    build: {
      outDir,
      emptyOutDir: false,
      minify: true,
      rolldownOptions: {
        input: entry,
        preserveEntrySignatures: 'strict',
        output: { format: 'es', entryFileNames, codeSplitting: false },
      },
    },
  })
}
