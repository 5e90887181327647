/**
 * Writes `dist`: the declarations as the compiler makes them, and one module for each entry point and for what they
 * share. A module of its own for each source would cost an import a tenth of a millisecond each.
 */
import { spawnSync } from 'node:child_process'
import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { build } from 'vite'

const root = path.resolve(import.meta.dirname, '..')
/** Where the compiler writes; see the tsconfig files of `src` and `handlers`. */
const compiled = path.join(root, '.build')
const dist = path.join(root, 'dist')

const { exports } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  readonly exports: Readonly<Record<string, string | { readonly default: string }>>
}
/** `handlers/openai/index` → its compiled module. */
const input = Object.fromEntries(
  Object.values(exports).flatMap((target) => {
    if (typeof target === 'string') return []
    const name = target.default.replace(/^\.\/dist\/|\.js$/g, '')
    return [[name, path.join(compiled, `${name}.js`)]]
  }),
)

// What a deleted source left behind would be shipped.
for (const folder of [dist, compiled]) rmSync(folder, { recursive: true, force: true })
const compiler = path.join(root, 'node_modules/typescript/bin/tsc')
const { status } = spawnSync(process.execPath, [compiler, '--build', 'src', 'handlers'], {
  cwd: root,
  stdio: 'inherit',
})
if (status !== 0) process.exit(1)

await build({
  root,
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  build: {
    outDir: dist,
    minify: false,
    target: 'es2024',
    rolldownOptions: {
      input,
      external: ['msw', 'zod'],
      preserveEntrySignatures: 'strict',
      output: {
        format: 'es',
        entryFileNames: '[name].js',
        chunkFileNames: 'shared/[name].js',
        // Imports of what stays outside come after those of chunks, and this one has to run before msw.
        codeSplitting: { groups: [{ name: 'globals', test: /handlers[\\/]globals\.js$/ }] },
      },
    },
  },
})
for (const declaration of globSync('{src,handlers}/**/*.d.ts', { cwd: compiled })) {
  mkdirSync(path.dirname(path.join(dist, declaration)), { recursive: true })
  copyFileSync(path.join(compiled, declaration), path.join(dist, declaration))
}
