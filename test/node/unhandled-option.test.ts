import { setupServer } from 'msw/node'
import { expect, test, vi } from 'vitest'
import { createLlmMock } from 'msw-llm'
import { mswMajor } from '#hosts'

/** @note msw 3 renamed `onUnhandledRequest` to `onUnhandledFrame` and ignores the old name: the call would go out. */
test(`msw ${mswMajor} heeds ${mswMajor === 3 ? 'onUnhandledFrame' : 'onUnhandledRequest'} and ignores the other name`, async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  const ignored = vi.fn()
  const server = setupServer(...createLlmMock().handlers)
  const options =
    mswMajor === 3
      ? { onUnhandledFrame: 'error', onUnhandledRequest: ignored }
      : { onUnhandledRequest: 'error', onUnhandledFrame: ignored }
  server.listen(options as object)
  await expect(fetch('https://api.openai.com/v1/unknown')).rejects.toThrow()
  server.close()
  error.mockRestore()
  expect(ignored).not.toHaveBeenCalled()
})
