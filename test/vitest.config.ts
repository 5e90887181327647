import path from 'node:path'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import type { TypecheckConfig } from 'vitest/node'
import { documentBlocks } from './docs/plugin.ts'
import { chromiumArgs, findChromium } from './support/chromium.ts'
import { mockServiceWorker } from './support/mock-service-worker.ts'
import { ownPage } from './support/own-page.ts'

const root = path.resolve(import.meta.dirname, '..')
const executablePath = findChromium()

/** The package under its own name, as a user imports it; the tarball is the package project's business. */
const self = [
  { find: /^msw-llm$/, replacement: path.join(root, 'handlers/index.ts') },
  { find: /^msw-llm\/core$/, replacement: path.join(root, 'src/index.ts') },
  { find: /^msw-llm\/([a-z-]+)$/, replacement: path.join(root, 'handlers/$1/index.ts') },
]
const nodeHosts = { find: '#hosts', replacement: path.join(root, 'test/support/hosts.node.ts') }
const browserHosts = { find: '#hosts', replacement: path.join(root, 'test/support/hosts.browser.ts') }
/** A handler of one major in a server of the other throws when it closes, so a project has one of them everywhere. */
const msw2 = [
  { find: /^msw$/, replacement: 'msw2' },
  { find: /^msw\/(node|browser)$/, replacement: 'msw2/$1' },
]

/** Milliseconds for a test that runs other programs, on a busy machine. */
const withCompiler = 60_000

/** Compiles type tests; nothing of them runs. */
function typesProject(
  name: string,
  options: Pick<TypecheckConfig, 'include' | 'tsconfig' | 'ignoreSourceErrors'>,
): TestProjectInlineConfiguration {
  return { extends: true, test: { name, include: [], typecheck: { enabled: true, only: true, ...options } } }
}

/** Files of a project share their modules in a worker: each has mocks and servers of its own, and puts back what it changes. */
const inNode = { setupFiles: [path.join(root, 'test/support/setup-node.ts')] }

/** In Chromium, behind the worker of one major of MSW. */
function browserProject(
  name: string,
  msw: 'msw' | 'msw2',
  include: string[],
  exclude: string[] = [],
): TestProjectInlineConfiguration {
  return {
    extends: true,
    plugins: [mockServiceWorker(msw), ownPage()],
    resolve: { alias: [...self, browserHosts, ...(msw === 'msw2' ? msw2 : [])] },
    // Named, because a dependency that Vite finds only while the tests run makes it reload the page under them.
    optimizeDeps: {
      include: [
        'openai',
        'openai6',
        '@anthropic-ai/sdk',
        'anthropic0',
        '@google/genai',
        'genai2',
        '@azure-rest/ai-inference',
        '@azure/core-auth',
        '@azure/core-sse',
        msw,
        `${msw}/browser`,
        'zod',
        'fast-check',
        'eventsource-parser',
        'web-streams-polyfill',
      ],
    },
    test: {
      name,
      include,
      // The packages below have this one in their node_modules, with its tests.
      exclude: ['**/node_modules/**', ...exclude],
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        provider: playwright({ launchOptions: { ...(executablePath && { executablePath }), args: chromiumArgs } }),
        instances: [{ browser: 'chromium' }],
      },
    },
  }
}

export default defineConfig({
  root,
  test: {
    // Generous, since both cores may be busy; a test that hangs still ends.
    testTimeout: 30_000,
    reporters: ['default', path.join(root, 'test/support/plain-reporter.ts')],
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts', 'handlers/**/*.ts'],
      reporter: ['text-summary', 'json-summary', 'lcovonly'],
      thresholds: { lines: 92 },
    },
    projects: [
      {
        extends: true,
        resolve: { alias: [...self] },
        test: {
          name: 'core',
          include: ['test/{core,moderation,protocols}/**/*.test.ts'],
          isolate: false,
          ...inNode,
        },
      },
      {
        extends: true,
        resolve: { alias: [...self, nodeHosts] },
        test: {
          name: 'node',
          include: ['test/{chat-client,conformance,mock,providers,node,msw3}/**/*.test.ts'],
          isolate: false,
          ...inNode,
        },
      },
      {
        extends: true,
        resolve: { alias: [...self, nodeHosts, ...msw2] },
        test: {
          name: 'msw2',
          include: ['test/{chat-client,conformance,mock,providers,node}/**/*.test.ts'],
          // Through llm.fetch alone, which no MSW has a part in.
          exclude: [
            '**/node_modules/**',
            'test/mock/known-defects/**',
            'test/mock/state-model.test.ts',
            'test/chat-client/!(failures|leaving).neutral.test.ts',
          ],
          isolate: false,
          env: { MSW_MAJOR: '2' },
          ...inNode,
        },
      },
      {
        extends: true,
        resolve: { alias: [...self, nodeHosts] },
        test: { name: 'jsdom', environment: 'jsdom', include: ['test/jsdom/**/*.test.ts'], ...inNode },
      },
      browserProject(
        'browser',
        'msw',
        ['test/**/*.neutral.test.ts', 'test/browser/**/*.test.ts'],
        // Requests, history and bytes of a client that has nothing but fetch: the host has no part in them.
        ['test/chat-client/!(leaving|outcomes).neutral.test.ts'],
      ),
      // What MSW has a part in: one host of each protocol, and one that filters; streams that are left, harmed, held up.
      browserProject('browser-msw2', 'msw2', [
        'test/conformance/{openai-chat,openai-responses,azure-chat,anthropic-messages,gemini}.neutral.test.ts',
        'test/mock/{faults,leaving}/*.neutral.test.ts',
        'test/mock/{control,lifetime,stalls,waiting}.neutral.test.ts',
        'test/browser/**/*.test.ts',
      ]),
      {
        extends: true,
        plugins: [documentBlocks(root)],
        resolve: { alias: [...self] },
        test: { name: 'docs', include: ['test/docs/**/*.test.ts'], testTimeout: withCompiler, ...inNode },
      },
      typesProject('types', {
        include: ['test/types/**/*.test-d.ts'],
        tsconfig: path.join(root, 'test/types/tsconfig.json'),
      }),
      typesProject('types-msw2', {
        include: ['test/types/llm-mock.test-d.ts'],
        tsconfig: path.join(root, 'test/types/tsconfig.msw2.json'),
        // The sources extend a class of msw 3; what an msw 2 user compiles against is their declarations.
        ignoreSourceErrors: true,
      }),
      {
        extends: true,
        resolve: { alias: [...self] },
        test: {
          name: 'package',
          include: ['test/{package,lint,wire-types}/**/*.test.ts'],
          globalSetup: path.join(root, 'test/package/pack.ts'),
          testTimeout: withCompiler,
          hookTimeout: withCompiler,
        },
      },
      {
        extends: true,
        resolve: { alias: [...self] },
        test: {
          name: 'playwright',
          include: ['test/playwright/**/*.test.ts'],
          globalSetup: path.join(root, 'test/package/pack.ts'),
          testTimeout: withCompiler,
          hookTimeout: withCompiler,
        },
      },
    ],
  },
})
