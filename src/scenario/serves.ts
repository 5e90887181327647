/** The dimensions of a scenario that need no look at the messages. */
import type { PreparedScenario } from '../fixture/prepare.ts'
import type { CanonicalRequest } from '../request/canonical.ts'

export function servesProvider(scenario: PreparedScenario, request: CanonicalRequest): boolean {
  return scenario.providers === null || scenario.providers.includes(request.provider)
}

export function servesModel(scenario: PreparedScenario, request: CanonicalRequest): boolean {
  return scenario.modelId === null || scenario.modelId === request.model
}

export function servesCredential(scenario: PreparedScenario, credentials: readonly string[]): boolean {
  return scenario.credential === null || credentials.includes(scenario.credential)
}
