/** The routes that answer prompts, each with the body of a request and the place of its usage on the wire. */
import { anthropic, azureOpenai, deepseek, gemini, microsoftFoundry, openai, type Route } from 'msw-llm'
import type { Asked } from './ask.ts'

export interface Said {
  readonly role: 'system' | 'user' | 'assistant'
  readonly content: string
}

export type Family = 'chat' | 'responses' | 'messages' | 'generateContent'

export interface ChatRoute {
  readonly name: string
  readonly route: Route
  readonly family: Family
}

/** One of each id: other base URLs and API versions of a route are the same protocol. */
export const chatRoutes: readonly ChatRoute[] = [openai, azureOpenai, deepseek, microsoftFoundry, anthropic, gemini]
  .flatMap((provider) => provider().routes)
  .filter(({ id, method }, index, all) => method === 'POST' && all.findIndex((other) => other.id === id) === index)
  .map((route) => ({ name: route.id, route, family: familyOf(route.path) }))

/** The route of a provider that stands first. */
export function routeOf(provider: string): ChatRoute {
  const found = chatRoutes.find(({ route }) => route.provider === provider)
  if (found === undefined) throw new Error(`No route of ${provider}`)
  return found
}

function familyOf(path: string): Family {
  if (path.endsWith('/messages')) return 'messages'
  if (path.endsWith('/responses')) return 'responses'
  return /generateContent$/i.test(path) ? 'generateContent' : 'chat'
}

/** A request for a route; `more` goes into its body. */
export function asksOf(
  { route, family }: ChatRoute,
  said: readonly Said[],
  more: Readonly<Record<string, unknown>> = {},
): Asked {
  const query =
    route.provider === 'azure-openai' || route.provider === 'microsoft-foundry' ? '?api-version=2024-10-21' : ''
  const params = { deployment: 'some-model', model: 'some-model' }
  return { route, query, params, body: { ...bodyOf(family, said), ...more } }
}

function bodyOf(family: Family, said: readonly Said[]): object {
  const model = 'some-model'
  const system = said.filter(({ role }) => role === 'system').map(({ content }) => content)
  const rest = said.filter(({ role }) => role !== 'system')
  switch (family) {
    case 'chat':
      return { model, messages: said }
    case 'responses':
      return { model, input: said }
    case 'messages':
      return { model, max_tokens: 100, ...(system[0] !== undefined && { system: system[0] }), messages: rest }
    case 'generateContent':
      return {
        ...(system[0] !== undefined && { systemInstruction: { parts: [{ text: system[0] }] } }),
        contents: rest.map(({ role, content }) => ({
          role: role === 'assistant' ? 'model' : 'user',
          parts: [{ text: content }],
        })),
      }
  }
}
