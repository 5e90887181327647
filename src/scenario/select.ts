/** Finds the scenario that answers a request, and takes its next response. */
import type { PreparedScenario } from '../fixture/prepare.ts'
import { admitted, conflict, rejected, type Admission } from '../admission/rejection.ts'
import type { CanonicalRequest } from '../request/canonical.ts'
import { shorten } from '../wording.ts'
import { compareMessages } from './match.ts'
import { explainMiss } from './near-miss.ts'
import { servesCredential, servesModel, servesProvider } from './serves.ts'
import { bitsOf, mayContain, type TextBits } from './text-probe.ts'
import { reserve, scenariosOf, type MockState, type Reservation } from './state.ts'

export interface Selection {
  readonly state: MockState
  readonly reservation: Reservation
}

/** Reserves a response, or says why there is none: 409 `fixture_not_found` or `scenario_exhausted`. */
export function select(
  state: MockState,
  scope: string,
  request: CanonicalRequest,
  credentials: readonly string[],
): Admission<Selection> {
  const scenario = findScenario(state, request, credentials)
  if (scenario === undefined) {
    return rejected(
      conflict(
        'fixture_not_found',
        explainMiss(scenariosOf(state), state.config.inactiveDatasets, request, credentials),
      ),
    )
  }
  const selection = reserve(state, scope, scenario)
  if (selection === null) return rejected(conflict('scenario_exhausted', explainExhausted(scenario, request)))
  return admitted(selection)
}

/** With fewer scenarios, reading the texts once more costs more than searching them. */
const worthProbing = 16

/** The first that matches decides, even when it has nothing left. */
function findScenario(
  state: MockState,
  request: CanonicalRequest,
  credentials: readonly string[],
): PreparedScenario | undefined {
  const count = state.used.length + state.config.scenarios.length
  const bits = count > worthProbing ? bitsOf(request.messages) : null
  return findIn(state.used, bits, request, credentials) ?? findIn(state.config.scenarios, bits, request, credentials)
}

function findIn(
  scenarios: readonly PreparedScenario[],
  bits: TextBits | null,
  request: CanonicalRequest,
  credentials: readonly string[],
): PreparedScenario | undefined {
  for (const scenario of scenarios) {
    if (bits !== null && !mayContain(bits, scenario.probe)) continue
    if (!servesProvider(scenario, request) || !servesModel(scenario, request)) continue
    if (!servesCredential(scenario, credentials)) continue
    if (scenario.match === null || compareMessages(scenario.match, request.messages).matches) return scenario
  }
  return undefined
}

function explainExhausted({ id, responses }: PreparedScenario, { route, model, session }: CanonicalRequest): string {
  const given = responses.length === 1 ? 'Its one response has' : `All ${responses.length} of its responses have`
  const scope = `model '${shorten(model)}'${session === null ? '' : `, session '${shorten(session)}'`}`
  return (
    `Scenario '${id}' matches this request to ${route} and has nothing left to answer. ${given} been given for ${scope}, ` +
    `or held for a request that waits in its delay. Add a response, set repeat to 'last' or 'all', or call llm.reset() between tests.`
  )
}
