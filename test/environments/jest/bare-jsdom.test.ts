/** @jest-environment jsdom */
import { expect, test } from 'vitest'

const messageOf = (loading: Promise<unknown>) => loading.then(Object.keys, (error: Error) => error.message)

test('msw-llm says which global is missing, and what to do', async () => {
  expect(await messageOf(import('msw-llm'))).toBe(
    "msw-llm needs the global Request, which this environment lacks: in jest, set testEnvironment to 'jest-fixed-jsdom', which brings Node's own.",
  )
})

/** @note The guide says so; when MSW loads here, or says more, it can say less. */
test('MSW itself does not load', async () => {
  expect(await messageOf(import('msw'))).toBe('Request is not defined')
})
