import type { Route } from '../../src/index.ts'

/** The route of a serverless deployment. */
export function serverlessRoutes(_endpoint: string): readonly Route[] {
  return []
}

/** The routes of a resource. */
export function resourceRoutes(_endpoint: string): readonly Route[] {
  return []
}

export function inferenceRoutes(endpoint: string): readonly Route[] {
  return [...serverlessRoutes(endpoint), ...resourceRoutes(endpoint)]
}
