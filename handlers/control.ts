/** The mock's controls as routes, for tests that drive a page from outside. */
import { FixtureConfigError } from '../src/fixture/errors.ts'
import { parseJsonConfig } from '../src/fixture/parse.ts'
import type { Config } from '../src/fixture/config.ts'
import { collectCredentials, hashCredential } from '../src/request/credential.ts'
import { describeError } from '../src/wording.ts'
import type { Call } from './call.ts'
import { checkOptions } from './check-options.ts'

export interface ControlOptions {
  /** Default: the page's. */
  origin?: string | undefined
  /** Where the routes are. Default `'/__msw-llm'`. */
  path?: string | undefined
  /** Sent as bearer token with each call. Absent: open to every caller. */
  token?: string | undefined
}

/** What the controls do. */
export interface Controlled {
  configure(config: Config): void
  reset(): void
  readonly journal: unknown
  summary(): unknown
}

export interface ControlRoute {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly answer: (call: Call) => Promise<Response>
}

/**
 * The routes of a mock's controls.
 *
 * @throws {TypeError} where there is no page whose origin could be meant, or an option is none.
 */
export function controlRoutes(mock: Controlled, options: ControlOptions = {}): readonly ControlRoute[] {
  checkOptions('llm.controlHandlers()', options, ['origin', 'path', 'token'])
  const { origin = globalThis.location?.origin, path = '/__msw-llm', token } = options
  if (origin === undefined || !URL.canParse(origin) || new URL(origin).origin !== origin) {
    throw new TypeError(
      `llm.controlHandlers({ origin }) takes an origin, for example 'http://localhost:3000'${origin === undefined ? '; there is no page here to take it from' : `, not ${JSON.stringify(origin)}`}.`,
    )
  }
  if (!/^\/[^?#]*[^/?#]$/.test(path)) {
    throw new TypeError(
      "llm.controlHandlers({ path }) takes a path that begins with a slash, for example '/__msw-llm'.",
    )
  }
  const credential = token === undefined ? null : hashCredential(token)
  const route = (
    method: ControlRoute['method'],
    name: string,
    run: (call: Call) => Promise<Response> | Response,
  ): ControlRoute => ({
    method,
    url: `${origin}${path}/${name}`,
    answer: async (call) => (isAllowed(call, credential) ? run(call) : unauthorised()),
  })
  return [
    route('POST', 'configure', (call) => configure(mock, call)),
    route('POST', 'reset', () => {
      mock.reset()
      return reply(200, { ok: true })
    }),
    route('GET', 'journal', () => reply(200, mock.journal)),
    route('GET', 'summary', () => reply(200, mock.summary())),
  ]
}

function isAllowed({ headers, url }: Call, credential: string | null): boolean {
  return credential === null || collectCredentials(Object.fromEntries(headers), url).includes(credential)
}

function unauthorised(): Response {
  const message = 'The controls of this mock ask for a token. Send it as authorization: Bearer.'
  return reply(401, { error: { code: 'invalid_token', message } })
}

/** A refused configuration leaves the former one in use. */
async function configure(mock: Controlled, { body }: Call): Promise<Response> {
  const read = typeof body === 'function' ? await body() : body
  let config: unknown
  try {
    if (!('text' in read)) throw new SyntaxError(read.fault ?? 'another handler has read it')
    config = JSON.parse(read.text)
  } catch (error) {
    const message = `The body is no JSON: ${describeError(error)}`
    return reply(400, { error: { code: 'invalid_json', message } })
  }
  try {
    mock.configure(parseJsonConfig(config))
    return reply(200, { ok: true })
  } catch (error) {
    if (!(error instanceof FixtureConfigError)) throw error
    const { code, message, issues } = error
    return reply(400, { error: { code, message, issues } })
  }
}

function reply(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', 'transfer-encoding': 'chunked' },
  })
}
