/** What must go well again and again: `npm run soak`. Each project of the tests that has hosts, with other files. */
import type { TestProjectInlineConfiguration } from 'vitest/config'
import { defineConfig } from 'vitest/config'
import tests from '../vitest.config.ts'

const hosts: Readonly<Record<string, readonly string[]>> = {
  node: ['test/soak/*.soak.ts'],
  msw2: ['test/soak/*.soak.ts'],
  browser: ['test/soak/*.neutral.soak.ts'],
}

const { projects = [], reporters = [] } = tests.test ?? {}

export default defineConfig({
  ...(tests.root !== undefined && { root: tests.root }),
  test: {
    testTimeout: 120_000,
    reporters,
    projects: (projects as readonly TestProjectInlineConfiguration[]).flatMap((project) => {
      const { name } = project.test ?? {}
      const include = typeof name === 'string' ? hosts[name] : undefined
      return include === undefined ? [] : [{ ...project, test: { ...project.test, include: [...include] } }]
    }),
  },
})
