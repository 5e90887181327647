/** What the prompt cache reads and keeps, where a provider caches by itself. */
import { expect, test } from 'vitest'
import { reads, tokens, user } from './cache-reads.ts'
import { asksOf, chatRoutes, routeOf } from './chat-routes.ts'

/** Each request sent twice: what the second one reads. */
function readAgain(provider: string, sizes: readonly number[]): readonly number[] {
  return sizes.map((size) => {
    const asked = asksOf(routeOf(provider), [user(tokens(size))])
    return reads([asked, asked])[1] ?? NaN
  })
}

test.for(['openai', 'azure-openai'])('%s reads from 1,024 tokens on, in steps of 128', (provider) => {
  expect(readAgain(provider, [1023, 1024, 1025, 1151, 1152, 1279, 1280])).toEqual([
    0, 1024, 1024, 1024, 1152, 1152, 1280,
  ])
})

test('deepseek reads from 64 tokens on, in steps of 64', () => {
  expect(readAgain('deepseek', [63, 64, 127, 128, 129])).toEqual([0, 64, 64, 128, 128])
})

test('gemini reads from 4,096 tokens on, to the token', () => {
  expect(readAgain('gemini', [4095, 4096, 4097])).toEqual([0, 4096, 4097])
})

test('anthropic reads nothing that no request marks', () => {
  expect(readAgain('anthropic', [1023, 1024, 10_000])).toEqual([0, 0, 0])
})

test('microsoft-foundry reads as the models of Azure do, and Model Inference tells nothing of a cache', () => {
  const prompt = [user(tokens(1200))]
  const foundry = chatRoutes.filter(({ route }) => route.provider === 'microsoft-foundry')
  const read = foundry.map((to) => [to.name, reads([asksOf(to, prompt), asksOf(to, prompt)])])
  expect(read).toEqual([
    ['POST /microsoft-foundry/chat/completions', [0, 0]],
    ['POST /microsoft-foundry/models/chat/completions', [0, 0]],
    ['POST /microsoft-foundry/openai/v1/chat/completions', [0, 1152]],
    ['POST /microsoft-foundry/openai/v1/responses', [0, 1152]],
  ])
})

test('what was counted otherwise is cached otherwise', () => {
  const asked = { ...asksOf(routeOf('openai'), [user('a short prompt')]), countTokens: () => 2000 }
  expect(reads([asked, asked])).toEqual([0, 1920])
})
