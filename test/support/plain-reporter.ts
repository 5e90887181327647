import type { Reporter, TestModule } from 'vitest/node'

/** Prints `N passed, N failed, N skipped` alone on its last line. An error outside a test counts as a failure. */
export default class PlainReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const count = { passed: 0, failed: unhandledErrors.length, skipped: 0, pending: 0 }
    for (const module of modules) {
      const tests = [...module.children.allTests()]
      for (const test of tests) count[test.result().state]++
      const brokenOutsideTests = module.state() === 'failed' && !tests.some((test) => test.result().state === 'failed')
      if (brokenOutsideTests) count.failed++
    }
    console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped + count.pending} skipped`)
  }
}
