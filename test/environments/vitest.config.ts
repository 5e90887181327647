import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { include: ['runs.test.ts'], globalSetup: './prepare.ts', testTimeout: 120_000, pool: 'threads' },
})
