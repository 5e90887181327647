/** What runs the tests of this package in jest, in whichever environment. */
export const common = {
  rootDir: '..',
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': '<rootDir>/jest/strip-types.mjs' },
  moduleNameMapper: { '^vitest$': '<rootDir>/jest/vitest.mjs' },
}
