import { expect, test } from 'vitest'
import { ask, stateOf } from './ask.ts'
import { issuesOf, pathsOf, withResponse } from './config-issues.ts'

const headersAt = ['chatScenarios', 0, 'responses', 0, 'headers']

test('takes every name and value that a Response takes', () => {
  const headers = {
    'X-Request-Id': 'a',
    "!#$%&'*+-.^_`|~09az": 'b',
    'x-latin': 'é\u00ff',
    'x-tab': 'a\tb',
    'x-empty': '',
  }
  expect(issuesOf(withResponse({ headers }))).toEqual([])
  expect(() => new Response('', { headers })).not.toThrow()
})

for (const name of ['', 'x y', 'x:y', 'ü', 'x\n', 'x/y', '(x)']) {
  test(`refuses the header name ${JSON.stringify(name)}, as a Response does`, () => {
    expect(issuesOf(withResponse({ headers: { [name]: '1' } }))).toEqual([
      { path: [...headersAt, name], code: 'custom', message: `${JSON.stringify(name)} is not a header name` },
    ])
    expect(() => new Response('', { headers: { [name]: '1' } })).toThrow(TypeError)
  })
}

for (const value of ['a\nb', 'a\rb', 'a\u0000b', 'Ā', '😀']) {
  test(`refuses the header value ${JSON.stringify(value)}, as a Response does`, () => {
    expect(issuesOf(withResponse({ headers: { 'x-a': value } }))).toEqual([
      {
        path: [...headersAt, 'x-a'],
        code: 'custom',
        message: 'A header value holds characters up to U+00FF, and no line break or U+0000',
      },
    ])
    expect(() => new Response('', { headers: { 'x-a': value } })).toThrow(TypeError)
  })
}

test('takes no header that frames the body, in any case', () => {
  expect(
    pathsOf(withResponse({ headers: { 'Content-Length': '1', 'transfer-encoding': 'chunked', CONNECTION: 'close' } })),
  ).toEqual([
    'chatScenarios.0.responses.0.headers.Content-Length',
    'chatScenarios.0.responses.0.headers.transfer-encoding',
    'chatScenarios.0.responses.0.headers.CONNECTION',
  ])
})

test('takes no value that is no text', () => {
  expect(pathsOf(withResponse({ headers: { 'x-a': 1, 'x-b': null } }))).toEqual([
    'chatScenarios.0.responses.0.headers.x-a',
    'chatScenarios.0.responses.0.headers.x-b',
  ])
})

test('holds the headers of an error to the same rules', () => {
  expect(pathsOf(withResponse({ error: { status: 500, headers: { 'x y': 'a', 'content-length': '1' } } }))).toEqual([
    'chatScenarios.0.responses.0.error.headers.x y',
    'chatScenarios.0.responses.0.error.headers.content-length',
  ])
})

test('does not drop a header named __proto__ in silence', () => {
  const headers: unknown = JSON.parse('{"__proto__": "a"}')
  expect(pathsOf(withResponse({ headers }))).toEqual(['chatScenarios.0.responses.0.headers.__proto__'])
})

test('sends a header of the response in the place of the native one, however it is spelled', () => {
  const headers = { 'X-Request-ID': 'req_mine', 'X-Extra': 'more' }
  const native = ask(stateOf({ chatScenarios: [{ id: 'a', responses: [{}] }] })).plan.headers
  const stated = ask(stateOf({ chatScenarios: [{ id: 'a', responses: [{ headers }] }] })).plan.headers
  expect(stated).toEqual({ ...native, 'x-request-id': 'req_mine', 'x-extra': 'more' })
})

test('lets the headers of an error win over those of its response, and those over retry-after', () => {
  const { plan } = ask(
    stateOf({
      chatScenarios: [
        {
          id: 'a',
          responses: [
            {
              headers: { 'Retry-After-Ms': '7', 'x-a': 'response', 'x-b': 'response' },
              error: {
                status: 429,
                retryAfterSeconds: 2,
                retryAfterMilliseconds: 20,
                headers: { 'X-A': 'error' },
              },
            },
          ],
        },
      ],
    }),
  )
  const { 'retry-after': seconds, 'retry-after-ms': milliseconds, 'x-a': a, 'x-b': b } = plan.headers
  expect([seconds, milliseconds, a, b]).toEqual(['2', '7', 'error', 'response'])
})
