import { common } from './common.mjs'

export default {
  ...common,
  testEnvironment: 'node',
  testMatch: ['<rootDir>/generated/*.test.ts'],
}
