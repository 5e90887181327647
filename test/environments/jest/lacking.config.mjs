import { common } from './common.mjs'

export default {
  ...common,
  testEnvironment: './jest/without-streams.cjs',
  testMatch: ['<rootDir>/jest/*.test.ts'],
}
