import { validateHeaderValue } from 'node:http'
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

for (const value of ['a\nb', 'a\rb', 'a\u0000b', 'a\u0001b', 'a\u001fb', 'a\u007fb', 'Ā', '😀']) {
  test(`refuses the header value ${JSON.stringify(value)}, as a Response or Node does`, () => {
    expect(issuesOf(withResponse({ headers: { 'x-a': value } }))).toEqual([
      {
        path: [...headersAt, 'x-a'],
        code: 'custom',
        message: 'A header value holds characters up to U+00FF, and no control character but the tab',
      },
    ])
    // What a Response takes, Node's client does not: behind msw 3 such a header would end the process.
    expect(() => validateHeaderValue('x-a', value)).toThrow(TypeError)
  })
}

test('takes no header that frames the body, in any case', () => {
  expect(
    pathsOf(
      withResponse({
        headers: {
          'Content-Length': '1',
          'transfer-encoding': 'chunked',
          CONNECTION: 'close',
          'Content-Encoding': 'gzip',
        },
      }),
    ),
  ).toEqual([
    'chatScenarios.0.responses.0.headers.Content-Length',
    'chatScenarios.0.responses.0.headers.transfer-encoding',
    'chatScenarios.0.responses.0.headers.CONNECTION',
    'chatScenarios.0.responses.0.headers.Content-Encoding',
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

test('does not drop a header that becomes __proto__, or one that another spelling replaces', () => {
  expect(issuesOf(withResponse({ headers: { __PROTO__: 'a', 'X-A': '1', 'x-a': '2' } }))).toEqual([
    { path: [...headersAt, '__PROTO__'], code: 'custom', message: 'This name cannot be a key' },
    { path: [...headersAt, 'x-a'], code: 'custom', message: 'The header is already given as X-A' },
  ])
})

test("takes as many headers as Node's client does, with those of the error and of the provider", () => {
  const headers = { 'x-a': 'a'.repeat(3000), 'x-b': 'b'.repeat(3138) }
  expect(issuesOf(withResponse({ headers, error: { status: 500, headers } }))).toEqual([])
  expect(issuesOf(withResponse({ headers: { ...headers, 'x-c': '' } }))).toEqual([
    { path: headersAt, code: 'custom', message: 'Headers hold at most 6144 characters together, and these have 6147' },
  ])
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
