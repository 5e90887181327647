/** What a page asks its own host for, and others, is none of the mock's business. */
import { setupWorker } from 'msw/browser'
import { afterEach, expect, test, vi } from 'vitest'
import { createLlmMock, openai } from 'msw-llm'
import { quietly } from '../support/hosts.browser.ts'
import { post, says } from '../support/openai.ts'

const llm = createLlmMock({ providers: [openai({ baseURL: 'https://llm.invalid/v1' })] })
const worker = setupWorker(...llm.handlers)
const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
const error = vi.spyOn(console, 'error').mockImplementation(() => {})

afterEach(async () => {
  await worker.stop()
  llm.reset()
  warn.mockClear()
  error.mockClear()
})

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

async function ask(path: string, init?: RequestInit): Promise<Answer> {
  const response = await fetch(path, init)
  // The time of day, and which of the connections it came by.
  const { date: _, 'keep-alive': __, ...headers } = Object.fromEntries(response.headers)
  return { status: response.status, headers, body: await response.text() }
}

const assets = ['/own/logo.svg', '/own/style.css', '/own/changed.js?t=1790000000000', '/@vite/client']
const call = (): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', 'x-own': 'sent', authorization: 'Bearer own' },
  body: '{"own":true}',
})

async function askAll(): Promise<readonly Answer[]> {
  const answers = await Promise.all(assets.map((path) => ask(path)))
  return [...answers, await ask('/own/api/echo?a=1&a=2', call()), await ask('/own/api/echo')]
}

/** The calls that MSW has warned of. */
function warnedOf(): readonly string[] {
  return warn.mock.calls.map((line) => /• (.*)/.exec(line.join(' '))?.[1] ?? line.join(' '))
}

test('the requests of a page reach its host, and the answers the page, as they are', async () => {
  const without = await askAll()
  await worker.start({ quiet: true })
  expect(await askAll()).toEqual(without)
  expect(without.map(({ status }) => status)).toEqual([200, 200, 200, 200, 201, 201])
  expect(JSON.parse(without[4]!.body)).toMatchObject({
    method: 'POST',
    headers: { 'x-own': 'sent', authorization: 'Bearer own' },
    body: '{"own":true}',
  })
  expect([llm.summary().total, llm.summary().unmatched, error.mock.calls]).toEqual([0, 0, []])
})

test('MSW warns of calls that no handler serves, and not of assets', async () => {
  await worker.start({ quiet: true })
  await askAll()
  expect(warnedOf()).toEqual(['POST /own/api/echo?a=1&a=2', 'GET /own/api/echo'])
})

test('images, modules that changed and event streams of a page go on as before', async () => {
  await worker.start(quietly)
  const image = new Image()
  image.src = `/own/logo.svg?t=${Date.now()}`
  await image.decode()
  expect([image.naturalWidth, image.naturalHeight]).toEqual([3, 2])

  const changed = `/own/changed.js?t=${Date.now()}`
  expect({ ...(await import(/* @vite-ignore */ changed)) }).toEqual({ changed: true })

  const events = new EventSource('/own/api/events')
  const seen: (readonly [data: string, at: number])[] = []
  await new Promise<void>((resolve) => {
    events.addEventListener('message', ({ data, timeStamp }: MessageEvent<string>) => {
      seen.push([data, timeStamp])
      if (seen.length === 2) resolve()
    })
  })
  events.close()
  expect(seen.map(([data]) => data)).toEqual(['first', 'last'])
  expect(seen[1]![1] - seen[0]![1]).toBeGreaterThan(100)
  expect([warn.mock.calls, error.mock.calls, llm.summary().unmatched]).toEqual([[], [], 0])
})

test("a call to another provider, or to a path that is not served, goes on, is warned of, and is counted at a provider's host", async () => {
  await worker.start({ quiet: true })
  const urls = ['https://api.other-provider.invalid/v1/chat/completions', 'https://llm.invalid/v1/embeddings']
  for (const url of urls) await expect(fetch(url, post(says('Hi')))).rejects.toThrow('Failed to fetch')
  expect(warnedOf()).toEqual(urls.map((url) => `POST ${url}`))
  expect(llm.summary().unmatched).toBe(1)
  expect(() => llm.verify()).toThrow(
    "llm.verify() found:\n- a call to a provider that no route serves: POST https://llm.invalid/v1/embeddings (model 'gpt-5.5')",
  )
})
