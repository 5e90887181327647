/** Configurations as plans, which become fixtures when a command puts them in; so every answer can have a text of its own. */
import fc from 'fast-check'
import type { Config, FixtureResponse, Match, MessagePattern, Scenario, ScenarioResponse, Step } from 'msw-llm'

export const words = ['ant', 'bee', 'cat', 'dog'] as const
export const credentials = ['key-1', 'key-2'] as const
export const models = ['model-1', 'model-2'] as const

/** What a function fixture finds in the last message when it throws. */
export const upsetting = 'dog'
/** What the input filter looks for. */
export const filteredWord = 'cat'

interface ResponsePlan {
  readonly kind: 'text' | 'filtered' | 'refused' | 'fails'
  readonly isFunction: boolean
  readonly pieces: number
  readonly delay: number
  readonly paced: boolean
}

interface StepPlan {
  readonly after: readonly number[]
  readonly match: Match | undefined
  readonly failures: readonly ResponsePlan[]
  readonly final: ResponsePlan
}

interface ScenarioPlan {
  readonly modelId: string | undefined
  readonly requiredBearerToken: string | undefined
  readonly match: Match | undefined
  readonly repeat: 'none' | 'last' | 'all' | undefined
  readonly responses: readonly ResponsePlan[]
  /** Empty: a queue. */
  readonly steps: readonly StepPlan[]
  readonly backwards: boolean
}

export interface ConfigPlan {
  readonly chat: readonly ScenarioPlan[]
  readonly dataset: readonly ScenarioPlan[]
  readonly requiredBearerToken: string | undefined
  readonly models: readonly { id: string }[] | undefined
  readonly filters: boolean
  readonly storedResponses: number | undefined
}

const word = fc.constantFrom(...words)
const seldom = <T>(value: T): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.constant(value) })

const response: fc.Arbitrary<ResponsePlan> = fc.record({
  kind: fc.constantFrom('text', 'text', 'text', 'text', 'filtered', 'refused', 'fails'),
  isFunction: fc.constantFrom(false, false, false, false, false, true),
  pieces: fc.constantFrom(3, 2, 0),
  delay: fc.constantFrom(0, 0, 10, 20),
  paced: fc.constantFrom(false, true),
})
const failure = response.map((plan): ResponsePlan => ({ ...plan, kind: 'fails', isFunction: false }))

const pattern: fc.Arbitrary<MessagePattern> = fc.record({
  role: fc.constantFrom('user' as const, 'user' as const, undefined),
  content: word,
})
const match: fc.Arbitrary<Match> = fc.oneof(
  { weight: 4, arbitrary: pattern.map((one): Match => ({ messages: [one] })) },
  { weight: 1, arbitrary: fc.tuple(pattern, pattern).map((both): Match => ({ messages: both })) },
  { weight: 2, arbitrary: pattern.map((one): Match => ({ messages: [{ ...one, last: true }] })) },
  { weight: 1, arbitrary: word.map((content): Match => ({ mode: 'exact', messages: [{ role: 'user', content }] })) },
)
const sometimesMatch = fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 2, arbitrary: match })

const step = (index: number): fc.Arbitrary<StepPlan> =>
  fc.record({
    after:
      index === 0
        ? fc.constant([])
        : fc.subarray(
            Array.from({ length: index }, (_, before) => before),
            { minLength: index === 3 ? 0 : 1 },
          ),
    match: fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: match }),
    failures: fc.array(failure, { maxLength: 1 }),
    final: response.filter(({ kind }) => kind !== 'fails'),
  })

const stepPlans = fc
  .integer({ min: 1, max: 4 })
  .chain((length) => fc.tuple(...Array.from({ length }, (_, index) => step(index))))

const scenarioPlan: fc.Arbitrary<ScenarioPlan> = fc.record({
  modelId: seldom(models[0]),
  requiredBearerToken: seldom(credentials[0]),
  match: sometimesMatch,
  repeat: fc.constantFrom('none', 'last', 'all', undefined),
  responses: fc.array(response, { minLength: 1, maxLength: 3 }),
  steps: fc.oneof({ weight: 1, arbitrary: fc.constant([]) }, { weight: 2, arbitrary: stepPlans }),
  backwards: fc.boolean(),
})

export const scenarioPlans = fc.array(scenarioPlan, { minLength: 1, maxLength: 2 })

export const configPlan: fc.Arbitrary<ConfigPlan> = fc.record({
  chat: fc.array(scenarioPlan, { minLength: 1, maxLength: 3 }),
  dataset: fc.array(scenarioPlan, { maxLength: 1 }),
  requiredBearerToken: seldom(credentials[0]),
  models: seldom([{ id: models[0] }]),
  filters: seldom(true).map((filters) => filters === true),
  storedResponses: seldom(1),
})

/** What stands behind each function fixture, and what it is called. */
export type Functions = Map<ScenarioResponse, { readonly fixture: FixtureResponse; readonly label: string }>

/** Makes fixtures of a plan. `label` goes into every text; `called` hears of each call of a function. */
export class Maker {
  readonly functions: Functions = new Map()
  readonly #called: (content: string) => void

  constructor(called: (content: string) => void) {
    this.#called = called
  }

  config(plan: ConfigPlan, label: string): Config {
    return {
      chatScenarios: this.scenarios(plan.chat, `${label} chat`),
      ...(plan.dataset.length > 0 && { datasets: { more: this.scenarios(plan.dataset, `${label} more`) } }),
      requiredBearerToken: plan.requiredBearerToken,
      models: plan.models,
      ...(plan.filters && { inputFilter: { terms: [filteredWord.toUpperCase()] } }),
      ...(plan.storedResponses !== undefined && { capacities: { storedResponses: plan.storedResponses } }),
    }
  }

  scenarios(plans: readonly ScenarioPlan[], label: string): Scenario[] {
    return plans.map((plan, index): Scenario => {
      const { modelId, requiredBearerToken, match: matches, repeat, responses, steps, backwards } = plan
      const common = { id: `s${index}`, modelId, requiredBearerToken, match: matches }
      const name = `${label} ${common.id}`
      if (steps.length === 0) {
        return {
          ...common,
          repeat,
          responses: responses.map((each, place) => this.#response(each, `${name}.${place}`)),
        }
      }
      const made = steps.map((each, place) => this.#step(each, `t${place}`, name))
      return { ...common, steps: backwards ? made.toReversed() : made }
    })
  }

  #step({ after, match: matches, failures, final }: StepPlan, id: string, label: string): Step {
    const attempts = [...failures, final].map((each, place) => this.#response(each, `${label} ${id}.${place}`))
    const parents = after.map((index) => `t${index}`)
    return {
      id,
      ...(parents.length > 0 && { after: parents.length === 1 ? parents[0] : parents }),
      match: matches,
      response: attempts.length === 1 ? (attempts[0] as ScenarioResponse) : attempts,
    }
  }

  #response(plan: ResponsePlan, label: string): ScenarioResponse {
    const fixture = fixtureOf(plan, label)
    if (!plan.isFunction) return fixture
    const made: ScenarioResponse = ({ messages }) => {
      this.#called(label)
      if (messages.at(-1)?.content.includes(upsetting) === true) throw new Error(`${label} is upset`)
      return fixture
    }
    this.functions.set(made, { fixture, label })
    return made
  }
}

function fixtureOf({ kind, pieces, delay, paced }: ResponsePlan, label: string): FixtureResponse {
  const waits = delay === 0 ? {} : { delayMilliseconds: delay }
  if (kind === 'fails') return { error: { status: 500, code: 'scripted', message: label }, ...waits }
  const streamChunks = [`${label} `, 'ant ', 'end'].slice(0, pieces)
  return {
    content: streamChunks.join(''),
    streamChunks,
    ...waits,
    ...(paced && { pace: { tokensPerSecond: 100 } }),
    ...(kind !== 'text' && { outputDisposition: { kind } }),
  }
}
