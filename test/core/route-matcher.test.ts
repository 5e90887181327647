import { expect, test } from 'vitest'
import { routeMatcher } from '../../src/route.ts'

const chat = routeMatcher({ baseURL: 'https://api.openai.com/v1', path: '/chat/completions' })

test('matches the exact URL, whatever its query', () => {
  expect(
    [
      'https://api.openai.com/v1/chat/completions',
      'https://api.openai.com/v1/chat/completions?',
      'https://api.openai.com/v1/chat/completions?api-version=1&x=/y',
      'https://api.openai.com/v1/chat/completions#part',
    ].map((url) => chat(url)),
  ).toEqual([{}, {}, {}, {}])
})

for (const [what, url] of [
  ['a trailing slash', 'https://api.openai.com/v1/chat/completions/'],
  ['a doubled slash', 'https://api.openai.com/v1//chat/completions'],
  ['another case of the path', 'https://api.openai.com/v1/Chat/Completions'],
  ['an encoded slash', 'https://api.openai.com/v1/chat%2Fcompletions'],
  ['an encoded letter', 'https://api.openai.com/v1/%63hat/completions'],
  ['less of the path', 'https://api.openai.com/v1/chat'],
  ['more of the path', 'https://api.openai.com/v1/chat/completions/1'],
  ['more before the path', 'https://api.openai.com/x/v1/chat/completions'],
  ['another host', 'https://api.example.com/v1/chat/completions'],
  ['a host that only ends the same', 'https://not.api.openai.com/v1/chat/completions'],
  ['a host that only begins the same', 'https://api.openai.com.example.com/v1/chat/completions'],
  ['another scheme', 'http://api.openai.com/v1/chat/completions'],
  ['another port', 'https://api.openai.com:8443/v1/chat/completions'],
  ['the path in the query alone', 'https://api.openai.com/v1?/chat/completions'],
] as const) {
  test(`does not match ${what}`, () => {
    expect(chat(url)).toBe(null)
  })
}

const deployment = routeMatcher({
  baseURL: 'https://{resource}.openai.azure.com/openai',
  path: '/deployments/{deployment}/chat/completions',
})

test('reads parameters from host and path', () => {
  expect(
    deployment('https://my-resource.openai.azure.com/openai/deployments/gpt-4.1/chat/completions?api-version=1'),
  ).toEqual({ resource: 'my-resource', deployment: 'gpt-4.1' })
})

test('decodes parameters of the path, and keeps what cannot be decoded as it is', () => {
  const nameOf = (segment: string): string | undefined =>
    deployment(`https://r.openai.azure.com/openai/deployments/${segment}/chat/completions`)?.['deployment']
  expect(['a%20b', 'a%2Fb', '%E2%82%AC', 'a+b', '100%', '%zz', '%E2%82', 'Ä'].map(nameOf)).toEqual([
    'a b',
    'a/b',
    '€',
    'a+b',
    '100%',
    '%zz',
    '%E2%82',
    'Ä',
  ])
})

test('lets a parameter be one label of the host, and one segment of the path, and no less', () => {
  expect(
    [
      'https://a.b.openai.azure.com/openai/deployments/d/chat/completions',
      'https://.openai.azure.com/openai/deployments/d/chat/completions',
      'https://a.openai.azure.com/openai/deployments/d/e/chat/completions',
      'https://a.openai.azure.com/openai/deployments//chat/completions',
      'https://a.openai.azure.com/openai/deployments/chat/completions',
      'https://a.openaiXazure.com/openai/deployments/d/chat/completions',
      'https://evil.com/a.openai.azure.com/openai/deployments/d/chat/completions',
    ].map((url) => deployment(url)),
  ).toEqual([null, null, null, null, null, null, null])
})

const base = 'https://generativelanguage.googleapis.com'
const generate = routeMatcher({ baseURL: base, path: '/{version}/models/{model}:generateContent' })
const stream = routeMatcher({ baseURL: base, path: '/{version}/models/{model}:streamGenerateContent' })

test('tells methods after a colon apart', () => {
  const one = `${base}/v1beta/models/gemini-2.5-pro:generateContent`
  const other = `${base}/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse`
  const params = { version: 'v1beta', model: 'gemini-2.5-pro' }
  expect([generate(one), generate(other), stream(one), stream(other)]).toEqual([params, null, null, params])
})

test('takes a colon for a part of the parameter where the method follows another one', () => {
  expect(generate(`${base}/v1/models/tuned:one:generateContent`)).toEqual({ version: 'v1', model: 'tuned:one' })
  expect(generate(`${base}/v1/models/:generateContent`)).toBe(null)
  expect(generate(`${base}/v1/models/a%3AgenerateContent`)).toBe(null)
})

test('takes characters that mean something in patterns for themselves', () => {
  const odd = routeMatcher({ baseURL: 'https://a.test', path: '/v1.0/(x)/[y]/$z^|\\*+/{name}' })
  expect(odd('https://a.test/v1.0/(x)/[y]/$z^|\\*+/n')).toEqual({ name: 'n' })
  expect(odd('https://a.test/v1X0/(x)/[y]/$z^|\\*+/n')).toBe(null)
})

test('is not misled by a line break', () => {
  expect(chat('https://api.openai.com/v1/chat/completions\n')).toBe(null)
  expect(generate(`${base}/v1/models/a:generateContent\n`)).toBe(null)
})

test('a placeholder in the path of a base is one segment, dots included, and one in its host is one label', () => {
  const match = routeMatcher({ baseURL: 'https://{host}.test/{base}', path: '/{segment}/end' })
  expect(match('https://a.test/b.c/d.e/end')).toEqual({ host: 'a', base: 'b.c', segment: 'd.e' })
  expect(match('https://a.b.test/c/d/end')).toBe(null)
})
