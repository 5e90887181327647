/** What a call of openai's client, of either version, throws. */
export interface ThrownByClient extends Error {
  readonly status: number | undefined
  readonly code: string | null | undefined
  readonly type: string | undefined
  readonly param: string | null | undefined
  readonly requestID: string | null | undefined
  readonly headers: Headers | undefined
}

export async function catchApiError(run: () => PromiseLike<unknown>): Promise<ThrownByClient> {
  try {
    await run()
  } catch (error) {
    if (error instanceof Error && 'status' in error) return error as ThrownByClient
    throw error
  }
  throw new Error('The call did not fail')
}

/** Its class and its fields, as one value. */
export function describeApiError(error: ThrownByClient): object {
  const { status, code, type, param, requestID } = error
  return { name: error.constructor.name, status, code, type, param, requestID }
}
