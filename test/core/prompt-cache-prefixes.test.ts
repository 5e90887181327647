/** Which beginning of a prompt was read before. */
import { expect, test } from 'vitest'
import { always, reads, tokens, user } from './cache-reads.ts'
import { asksOf, chatRoutes, routeOf, type Said } from './chat-routes.ts'

const openai = routeOf('openai')
const deepseek = routeOf('deepseek')
const model = (content: string): Said => ({ role: 'assistant', content })
const system: Said = { role: 'system', content: tokens(1300, 's') }

test('a dialogue reads what its last request said, and not the answer, which no request had said', () => {
  const first = [user(tokens(640))]
  const second = [...first, model(tokens(640, 'y')), user(tokens(64, 'z'))]
  const third = [...second, model('Yes.'), user('And?')]
  expect(reads([first, second, third].map((said) => asksOf(deepseek, said)))).toEqual([0, 640, 1344])
})

test('different questions after one system prompt read the system prompt', () => {
  const asked = ['Who?', 'Where?', 'Who?'].map((question) => asksOf(openai, [system, user(question)]))
  expect(reads(asked)).toEqual([0, 1280, 1280])
})

test('a beginning ends where a message does', () => {
  const asked = [user(tokens(1300)), user(`${tokens(1300)} and more`)].map((said) => asksOf(openai, [said]))
  expect(reads(asked)).toEqual([0, 0])
})

test('the whole of a prompt is read by a longer one, and a beginning that was kept by a shorter one', () => {
  const long = [system, user(tokens(100)), user(tokens(100, 'y'))]
  expect(reads([long, long.slice(0, 2), long.slice(0, 1), long].map((said) => asksOf(openai, said)))).toEqual([
    0, 1280, 1280, 1408,
  ])
})

test('a beginning below the minimum is not read, though the prompt is above it', () => {
  const short = [user(tokens(1000))]
  expect(reads([short, [...short, user(tokens(100))]].map((said) => asksOf(openai, said)))).toEqual([0, 0])
})

test('another text, role, or order of messages is another prompt', () => {
  const prompt = [user(tokens(700)), user(tokens(700, 'y'))]
  const others: readonly (readonly Said[])[] = [
    [user(`${tokens(699)}xxxz`), prompt[1]!],
    [model(tokens(700)), prompt[1]!],
    prompt.toReversed(),
  ]
  expect(others.map((other) => reads([prompt, other].map((said) => asksOf(openai, said))))).toEqual([
    [0, 0],
    [0, 0],
    [0, 0],
  ])
})

test('other tools are another prompt', () => {
  const tool = (name: string): object => ({ type: 'function', function: { name } })
  const withTools = (...names: readonly string[]) => asksOf(openai, [system], { tools: names.map(tool) })
  expect(
    reads([
      withTools('look'),
      withTools('look'),
      withTools('find'),
      withTools('look', 'find'),
      withTools('find', 'look'),
      asksOf(openai, [system]),
      withTools('look', 'find'),
    ]),
  ).toEqual([0, 1280, 0, 0, 0, 0, 1280])
})

test('transports and routes of a provider share a cache', () => {
  for (const provider of ['openai', 'azure-openai']) {
    const routes = chatRoutes.filter(({ route }) => route.provider === provider)
    // A deployment route names the model of the scope in its path.
    const asked = routes.flatMap((to) => [asksOf(to, [system], { stream: true }), asksOf(to, [system])])
    const params = { deployment: 'some-model' }
    expect(reads(asked.map((each) => ({ ...each, params })))).toEqual([0, ...asked.slice(1).map(() => 1280)])
  }
})

test('nothing is read by another model, credential or session', () => {
  const asked = asksOf(openai, [system])
  const headers = { authorization: 'Bearer one', 'x-llm-session': 'one' }
  expect(
    reads([
      { ...asked, headers },
      { ...asked, headers: { ...headers, authorization: 'Bearer other' } },
      { ...asked, headers: { ...headers, 'x-llm-session': 'other' } },
      { ...asksOf(openai, [system], { model: 'other' }), headers },
      { ...asked, headers },
    ]),
  ).toEqual([0, 0, 0, 0, 1280])
})

test('nothing is read by another provider of the same model', () => {
  const asked = ['openai', 'azure-openai', 'deepseek', 'openai'].map((name) => asksOf(routeOf(name), [system]))
  expect(reads(asked)).toEqual([0, 0, 0, 1280])
})

test('of more prefixes than the capacity the oldest leaves', () => {
  const prompt = (letter: string) => asksOf(deepseek, [user(tokens(64, letter))])
  const asked = [...'ababcbca'].map(prompt)
  expect(reads(asked, { ...always, capacities: { promptCachePrefixes: 2 } })).toEqual([0, 0, 64, 64, 0, 64, 64, 0])
})

test('a prompt with more beginnings than the capacity keeps the longest', () => {
  const long = [...'abcde'].map((letter) => user(tokens(64, letter)))
  const asked = [long, long.slice(0, 3), long.slice(0, 4), long].map((said) => asksOf(deepseek, said))
  expect(reads(asked.slice(0, 1).concat(asked[2]!), { ...always, capacities: { promptCachePrefixes: 2 } })).toEqual([
    0, 256,
  ])
  expect(reads([asked[0]!, asked[1]!], { ...always, capacities: { promptCachePrefixes: 2 } })).toEqual([0, 0])
})

test('a capacity is one of each scope', () => {
  const asked = (letter: string, session: string) => ({
    ...asksOf(deepseek, [user(tokens(64, letter))]),
    headers: { 'x-llm-session': session },
  })
  expect(
    reads([asked('a', '1'), asked('b', '2'), asked('a', '1'), asked('b', '2')], {
      ...always,
      capacities: { promptCachePrefixes: 1 },
    }),
  ).toEqual([0, 0, 64, 64])
})

test('a capacity of 0 keeps nothing', () => {
  const asked = asksOf(deepseek, [user(tokens(64))])
  expect(reads([asked, asked], { ...always, capacities: { promptCachePrefixes: 0 } })).toEqual([0, 0])
})
