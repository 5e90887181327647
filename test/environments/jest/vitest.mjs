/** Stands for vitest in the tests that all environments share. */
export { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
