import printed from '../generated/jest.config.mjs'
import { common } from './common.mjs'

export default {
  ...common,
  ...printed,
  testMatch: ['<rootDir>/{tests,generated}/*.test.ts'],
}
