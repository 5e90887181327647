import type { Route } from '../../src/index.ts'

export function azureOpenaiRoutes(_base: string): readonly Route[] {
  return []
}
