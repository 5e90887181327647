/** The error of a bug of ours. The shell answers it with 409 `internal_error`, and `verify()` reports it. */
export class InvariantError extends Error {
  constructor(message: string) {
    super(`${message}. This is a bug in msw-llm; please report it.`)
    this.name = 'InvariantError'
  }
}
