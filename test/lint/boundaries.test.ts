/** Each rule on who may import whom, and on what the core may touch, finds a violation planted in a copy of the code. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')

interface Plant {
  readonly what: string
  readonly file: string
  readonly code: string
  readonly rule: string
  readonly message: string
}

const imports = 'eslint(no-restricted-imports)'
const globals = 'eslint(no-restricted-globals)'

const core = 'src is the pure core: it depends on zod alone.'
const below = 'src depends on nothing above it.'
const neighbours = 'A protocol does not know its neighbours; share through src/protocols/*.ts.'
const clock = 'Time comes in as an argument: the core has no clock.'
const randomness = 'Identity comes in as an argument: the core has no randomness.'
const host = 'The core knows no host: values in, values out.'
const oneFile = 'Only route-handler.ts talks to msw; elsewhere import its types.'
const rootEntry = 'Only the root entry of msw is the same in all its versions.'
const browsers = 'What ships runs in browsers too.'
const publicCore = 'A provider builds on the public core only.'
const siblings = 'A provider does not know its siblings, nor the shell.'
const applications = 'The chat client is for applications: '

function imported(what: string, file: string, specifier: string, message: string): Plant {
  const code = `import { planted } from '${specifier}'\n\nplanted()\n`
  return { what, file, code, rule: imports, message }
}

function ambient(name: string, message: string): Plant {
  const code = `export const planted = (): unknown => ${name}\n`
  return { what: `${name} in src`, file: `src/planted-${name}.ts`, code, rule: globals, message }
}

const plants: readonly Plant[] = [
  imported('msw in src', 'src/scenario/planted-msw.ts', 'msw', core),
  imported('msw/node in src', 'src/planted-msw-node.ts', 'msw/node', core),
  imported('node: in src', 'src/planted-node.ts', 'node:fs', core),
  imported('an SDK in src', 'src/planted-sdk.ts', 'openai', core),
  imported('msw in a protocol', 'src/protocols/chat-completions/planted-msw.ts', 'msw', core),
  imported('handlers in src', 'src/planted-handlers.ts', '../handlers/provider.ts', below),
  imported('handlers in a protocol', 'src/protocols/messages/planted.ts', '../../../handlers/provider.ts', below),
  imported('tests in src', 'src/planted-test.ts', '../test/support/host.ts', below),
  ...['Date', 'performance', 'setTimeout', 'setInterval', 'setImmediate'].map((name) => ambient(name, clock)),
  ...['fetch', 'console', 'process', 'globalThis', 'window', 'self'].map((name) => ambient(name, host)),
  ambient('crypto', randomness),
  {
    what: 'Math.random in src',
    file: 'src/protocols/chat-completions/planted-random.ts',
    code: 'export const planted = Math.random()\n',
    rule: 'eslint(no-restricted-properties)',
    message: randomness,
  },
  imported(
    'a sibling in a protocol',
    'src/protocols/messages/planted-sibling.ts',
    '../chat-completions/index.ts',
    neighbours,
  ),
  imported('msw in a provider', 'handlers/planted/msw.ts', 'msw', 'Only route-handler.ts talks to msw.'),
  imported(
    'msw/browser in a provider',
    'handlers/openai/planted-msw.ts',
    'msw/browser',
    'Only route-handler.ts talks to msw.',
  ),
  imported('node: in a provider', 'handlers/openai/planted-node.ts', 'node:crypto', browsers),
  imported('a sibling in a provider', 'handlers/planted/sibling.ts', '../openai/routes.ts', siblings),
  imported('the index of a sibling in a provider', 'handlers/planted/index.ts', '../openai/index.ts', siblings),
  imported('a deep module of src in a provider', 'handlers/openai/planted-deep.ts', '../../src/route.ts', publicCore),
  imported(
    'a deep module of a protocol',
    'handlers/openai/planted-wire.ts',
    '../../src/protocols/chat-completions/wire.ts',
    publicCore,
  ),
  imported('tests in a provider', 'handlers/openai/planted-test.ts', '../../test/support/host.ts', siblings),
  imported('the shell in a provider', 'handlers/openai/planted-shell.ts', '../llm-mock.ts', siblings),
  imported('the core in the chat client', 'handlers/chat-client/planted-core.ts', '../../src/index.ts', applications),
  imported('a module of the core there', 'handlers/chat-client/planted-json.ts', '../../src/json.ts', applications),
  imported('a provider in the chat client', 'handlers/chat-client/planted.ts', '../openai/index.ts', applications),
  imported('the shell in the chat client', 'handlers/chat-client/planted-shell.ts', '../provider.ts', applications),
  imported('msw in the chat client', 'handlers/chat-client/planted-msw.ts', 'msw', applications),
  imported('zod in the chat client', 'handlers/chat-client/planted-zod.ts', 'zod', applications),
  imported('node: in the chat client', 'handlers/chat-client/planted-node.ts', 'node:http', browsers),
  imported('msw as a value in the shell', 'handlers/planted-msw.ts', 'msw', oneFile),
  imported('msw/node in the shell', 'handlers/planted-msw-node.ts', 'msw/node', rootEntry),
  imported('node: in the shell', 'handlers/planted-node.ts', 'node:timers', browsers),
  imported(
    'tests in the shell',
    'handlers/planted-test.ts',
    '../test/support/host.ts',
    'handlers depend on src alone.',
  ),
  {
    what: 'msw/node in route-handler.ts',
    file: 'handlers/route-handler.ts',
    code: "import { HttpHandler } from 'msw'\nimport { planted } from 'msw/node'\n\nplanted(HttpHandler)\n",
    rule: imports,
    message: rootEntry,
  },
]

/** What the rules must let pass. */
const permitted: readonly Pick<Plant, 'what' | 'file' | 'code'>[] = [
  {
    what: 'the types of msw in the shell',
    file: 'handlers/planted-type.ts',
    code: "import type { RequestHandler } from 'msw'\n\nexport type Planted = RequestHandler\n",
  },
  {
    what: 'the types of the core in the chat client',
    file: 'handlers/chat-client/planted-type.ts',
    code: "import type { JsonValue } from '../../src/index.ts'\n\nexport type Planted = JsonValue\n",
  },
  {
    what: 'the public core and the contract in a provider',
    file: 'handlers/planted/fine.ts',
    code: [
      "import { text } from '../../src/index.ts'",
      "import { chatCompletions } from '../../src/protocols/chat-completions/index.ts'",
      "import { readBases } from '../provider.ts'",
      '',
      'export const planted = [text, chatCompletions, readBases]',
      '',
    ].join('\n'),
  },
]

interface Diagnostic {
  readonly filename: string
  readonly code: string
  readonly message: string
  readonly help?: string
}

const folder = mkdtempSync(path.join(tmpdir(), 'msw-llm-lint-'))
let diagnostics: readonly Diagnostic[]

beforeAll(() => {
  for (const name of ['src', 'handlers', 'package.json', 'tsconfig.json', '.oxlintrc.json']) {
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true })
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction')
  for (const { file, code } of [...plants, ...permitted]) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), code)
  }
  const oxlint = path.join(root, 'node_modules', 'oxlint', 'bin', 'oxlint')
  const { stdout } = spawnSync(process.execPath, [oxlint, '--format', 'json'], { cwd: folder, encoding: 'utf8' })
  diagnostics = (JSON.parse(stdout) as { readonly diagnostics: readonly Diagnostic[] }).diagnostics
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A rule says our sentence in its message or in its help. */
function found(file: string, rule: string): readonly string[] {
  return diagnostics
    .filter(({ filename, code }) => filename === file && code === rule)
    .map(({ message, help }) => [message, help].join(' '))
}

test.each(plants)('finds $what', ({ file, rule, message }) => {
  expect(found(file, rule)).toContainEqual(expect.stringContaining(message))
})

test('permits the root entry of msw in route-handler.ts', () => {
  expect(found('handlers/route-handler.ts', imports)).toHaveLength(1)
})

test.each(permitted)('permits $what', ({ file }) => {
  expect(diagnostics.filter(({ filename }) => filename === file)).toEqual([])
})
