import type { Route } from '../../src/index.ts'

export function geminiRoutes(_base: string): readonly Route[] {
  return []
}
