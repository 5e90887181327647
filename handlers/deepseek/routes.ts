import type { Route } from '../../src/index.ts'

export function deepseekRoutes(_base: string): readonly Route[] {
  return []
}
