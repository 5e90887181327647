/** Reads configurations that cannot be used. */
import { FixtureConfigError, parseConfig, type ConfigIssue } from 'msw-llm'

export function issuesOf(config: unknown): readonly ConfigIssue[] {
  return issuesThrownBy(() => parseConfig(config))
}

/** The issues of the error thrown; none when nothing is. */
export function issuesThrownBy(run: () => unknown): readonly ConfigIssue[] {
  try {
    run()
  } catch (error) {
    if (error instanceof FixtureConfigError) return error.issues
    throw error
  }
  return []
}

/** Where the issues are: `chatScenarios.0.id`. */
export function pathsOf(config: unknown): readonly string[] {
  return issuesOf(config).map(({ path }) => path.join('.'))
}

/** A configuration around one response. */
export function withResponse(response: unknown): unknown {
  return { chatScenarios: [{ id: 'only', responses: [response] }] }
}

/** A configuration around one match. */
export function withMatch(match: unknown): unknown {
  return { chatScenarios: [{ id: 'only', match, responses: [{}] }] }
}
