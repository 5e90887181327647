/** What the controls refuse, as a test outside the page meets it. */
import { expect, test, type Page } from 'playwright/test'

const config = { chatScenarios: [{ id: 'kept', responses: [{ content: 'Still here.' }], repeat: 'last' }] }

function configure(page: Page, token: string, body: unknown): Promise<{ status: number; body: unknown }> {
  return page.evaluate(
    async ([bearer, text]) => {
      const headers = { authorization: `Bearer ${bearer}` }
      const response = await fetch('/__msw-llm/configure', { method: 'POST', headers, body: text })
      return { status: response.status, body: (await response.json()) as unknown }
    },
    [token, JSON.stringify(body)] as const,
  )
}

test.beforeEach(async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Send' }).waitFor()
  expect(await configure(page, 'test', config)).toEqual({ status: 200, body: { ok: true } })
})

async function keepsAnswering(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('log')).toHaveText('Still here.')
}

test('a wrong token gets a 401, and does nothing', async ({ page }) => {
  expect(await configure(page, 'guess', {})).toEqual({
    status: 401,
    body: {
      error: {
        code: 'invalid_token',
        message: 'The controls of this mock ask for a token. Send it as authorization: Bearer.',
      },
    },
  })
  await keepsAnswering(page)
})

test('a configuration that cannot be used gets a 400 with its issues, and the former one stays', async ({ page }) => {
  expect(await configure(page, 'test', { chatScenarios: [{ id: 'a', responses: [{ contents: 'x' }] }] })).toEqual({
    status: 400,
    body: {
      error: {
        code: 'invalid_config',
        message: expect.stringContaining('chatScenarios[0].responses[0].contents'),
        issues: [
          {
            path: ['chatScenarios', 0, 'responses', 0, 'contents'],
            code: 'unrecognized_keys',
            message: 'Unknown field "contents": did you mean content?',
          },
        ],
      },
    },
  })
  await keepsAnswering(page)
})
