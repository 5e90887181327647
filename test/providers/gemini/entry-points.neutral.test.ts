/** Credentials, versions, bases and the list of models. */
import { expect, test } from 'vitest'
import { createLlmMock, gemini, mountAll, scenario, text } from 'msw-llm'
import { hosts } from '#hosts'
import { asks, geminiBody, geminiOn, geminiUrl } from '../../support/gemini.ts'
import { withHost } from '../../support/host.ts'

for (const host of hosts) {
  test(`${host.name}: a key in the query, in Google's header or as a bearer token meets requiredBearerToken`, async () => {
    const llm = createLlmMock({ config: { requiredBearerToken: 'k' } })
    llm.use(scenario('keys', { responses: [text('Hi')], repeat: 'last' }))
    await withHost(host, llm, async ({ fetch: send = fetch }) => {
      const calls: readonly [string, Record<string, string>, number][] = [
        ['', { 'x-goog-api-key': 'k' }, 200],
        ['?key=k', {}, 200],
        ['', { authorization: 'Bearer k' }, 200],
        ['?key=other', { 'x-goog-api-key': 'k' }, 200],
        ['?key=other', {}, 401],
        ['', {}, 401],
      ]
      for (const [query, headers, status] of calls) {
        const { status: came } = await send(geminiUrl(`generateContent${query}`), { ...geminiBody('Hi'), headers })
        expect([query, headers, came]).toEqual([query, headers, status])
      }
      expect(llm.journal.map(({ request }) => new URL(request.url).search)).toEqual([
        '',
        '?key=[redacted]',
        '',
        '?key=[redacted]',
        '?key=[redacted]',
        '',
      ])
    })
  })

  test(`${host.name}: each version of the API is one route of the journal`, async () => {
    const llm = createLlmMock()
    llm.use(scenario('versions', { responses: [text('Hi')], repeat: 'last' }))
    await withHost(host, llm, async ({ fetch }) => {
      for (const apiVersion of ['v1', 'v1beta', 'v1alpha']) {
        expect((await geminiOn({ fetch }, { apiVersion }).models.generateContent(asks('Hi'))).text).toBe('Hi')
      }
      expect(llm.journal.map(({ request }) => [request.route, request.model])).toEqual(
        [1, 2, 3].map(() => ['POST /gemini/v1beta/models/{model}:generateContent', 'gemini-2.5-flash']),
      )
    })
  })

  test(`${host.name}: lists the models of the configuration, in pages of one`, async () => {
    const config = {
      models: [{ id: 'gemini-2.5-flash' }, { id: 'embed', kind: 'embedding' as const }, { id: 'gemini-3' }],
    }
    await withHost(host, createLlmMock({ config }), async ({ fetch }) => {
      for (const apiVersion of ['v1', 'v1beta', 'v1alpha']) {
        const listed: unknown[] = []
        for await (const model of await geminiOn({ fetch }, { apiVersion }).models.list()) listed.push(model)
        expect(listed).toEqual(
          ['gemini-2.5-flash', 'gemini-3'].map((id) => ({
            name: `models/${id}`,
            displayName: id,
            version: '001',
            supportedActions: ['generateContent', 'streamGenerateContent'],
            tunedModelInfo: expect.anything(),
          })),
        )
      }
    })
  })

  test(`${host.name}: a wrong credential for the list is told in the provider's envelope`, async () => {
    const llm = createLlmMock({ config: { requiredBearerToken: 'k' } })
    await withHost(host, llm, async ({ fetch }) => {
      await expect(geminiOn({ fetch }).models.list()).rejects.toMatchObject({
        status: 401,
        message: expect.stringMatching(/^\{"error":\{"code":401,.*"status":"UNAUTHENTICATED"\}\}$/),
      })
    })
  })

  test(`${host.name}: serves bases of one's own, and the prefix of mountAll`, async () => {
    const llm = createLlmMock({
      providers: [...mountAll('https://llm.test'), gemini({ baseURL: ['https://a.test/proxy', 'https://b.test'] })],
    })
    llm.use(scenario('bases', { responses: [text('Hi')], repeat: 'last' }))
    await withHost(host, llm, async ({ fetch }) => {
      for (const baseUrl of ['https://llm.test/gemini', 'https://a.test/proxy', 'https://b.test/']) {
        expect((await geminiOn({ fetch }, { baseUrl }).models.generateContent(asks('Hi'))).text).toBe('Hi')
      }
    })
  })
}
