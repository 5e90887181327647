/** Finds the code of a document: the `ts` blocks of a Markdown page, the `@example`s of a source file. */

export interface Block {
  /** Relative to the root of the documents. */
  readonly file: string
  /** The line of the file that the code begins on, from 1. */
  readonly line: number
  readonly code: string
  /** Why it is only type-checked; `null`: it runs. */
  readonly noRun: string | null
}

/** The output that the comments `// prints: …` of a block promise, in order. */
export function promisedOutput(code: string): readonly string[] {
  return [...code.matchAll(/^\s*\/\/ prints:(?: (.*))?$/gm)].map((match) => match[1] ?? '')
}

/** Whether a block is a test file: its tests run in the place of its top level alone. */
export function registersTests(code: string): boolean {
  return /\bfrom ['"]vitest['"]/.test(code)
}

/** Code with its lines where they are in the document, so that every error names the right one. */
export function atItsLine({ line, code }: Block): string {
  return '\n'.repeat(line - 1) + code
}

/** A name of its own for each block, under which modules and compiler find it. */
export function fileNameOf({ file, line }: Block, extension: 'ts' | 'mts'): string {
  return `${file}.${line}.${extension}`
}

export function findBlocks(file: string, text: string): readonly Block[] {
  return file.endsWith('.md') ? markdownBlocks(file, text) : exampleBlocks(file, text)
}

function markdownBlocks(file: string, text: string): readonly Block[] {
  const blocks: Block[] = []
  const lines = text.split(/\r?\n/)
  for (let index = 0; index < lines.length; index++) {
    const fence = /^( *)(`{3,}|~{3,})(.*)$/.exec(lines[index] ?? '')
    if (fence === null) continue
    const [, indent = '', marks = '', info = ''] = fence
    const start = index + 1
    while (++index < lines.length && lines[index]?.trim() !== marks);
    if (index === lines.length) throw new Error(`${file}:${start}: the code block is not closed`)
    const mode = readInfo(info.trim(), `${file}:${start}`)
    if (mode === 'other') continue
    const code = lines.slice(start, index).map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line))
    blocks.push({ file, line: start + 1, code: code.join('\n'), noRun: mode.noRun })
  }
  return blocks
}

/** A misspelt word would leave a block unchecked in silence, so each one but those below is an error. */
function readInfo(info: string, place: string): { readonly noRun: string | null } | 'other' {
  const [language, mode, ...reason] = info.split(/\s+/)
  if (language === 'typescript') throw new Error(`${place}: write \`\`\`ts, so that the block is run`)
  if (language !== 'ts') return 'other'
  if (mode === undefined) return { noRun: null }
  if (mode !== 'no-run') throw new Error(`${place}: after \`\`\`ts only "no-run" and its reason can follow`)
  if (reason.length === 0) throw new Error(`${place}: say why the block cannot run, as in \`\`\`ts no-run browser`)
  return { noRun: reason.join(' ') }
}

function exampleBlocks(file: string, text: string): readonly Block[] {
  const blocks: Block[] = []
  for (const comment of text.matchAll(/\/\*\*[\s\S]*?\*\//g)) {
    const first = text.slice(0, comment.index).split('\n').length
    const lines = comment[0]
      .slice('/*'.length, -'*/'.length)
      .split(/\r?\n/)
      .map((line) => line.replace(/^\s*\* ?/, ''))
    for (const [index, line] of lines.entries()) {
      if (!/^@example\b/.test(line)) continue
      const rest = lines.slice(index + 1)
      const end = rest.findIndex((next) => /^@\w/.test(next))
      const code = (end === -1 ? rest : rest.slice(0, end)).join('\n').trimEnd()
      if (code === '' || line.trim() !== '@example') {
        throw new Error(`${file}:${first + index}: the code of an @example begins on the line below it`)
      }
      blocks.push({ file, line: first + index + 1, code, noRun: null })
    }
  }
  return blocks
}
