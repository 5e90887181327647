import type { Route } from '../../src/index.ts'

export function anthropicRoutes(_base: string): readonly Route[] {
  return []
}
