/** What can be done to a mock, as commands that do it to the mock and to the reference. */
import fc from 'fast-check'
import { FixtureConfigError, type Config } from 'msw-llm'
import { expect } from 'vitest'
import { asksOf, type Manner } from './asks.ts'
import { check, type Mock } from './mock.ts'
import { configPlan, scenarioPlans, type ConfigPlan } from './plans.ts'
import type { Reference } from './reference.ts'
import { nowhere, type Call } from './wire.ts'

type Run = (model: Reference, real: Mock) => unknown

/** One thing that is done, after which all is compared. */
class Command implements fc.AsyncCommand<Reference, Mock> {
  readonly #name: string
  readonly #run: Run
  readonly #can: (model: Reference) => boolean

  constructor(name: string, run: Run, can: (model: Reference) => boolean = () => true) {
    this.#name = name
    this.#run = run
    this.#can = can
  }

  check(model: Readonly<Reference>): boolean {
    return this.#can(model as Reference)
  }

  async run(model: Reference, real: Mock): Promise<void> {
    await this.#run(model, real)
    await real.tick(0)
    model.tick(0)
    check(model, real)
  }

  toString(): string {
    return this.#name
  }
}

function send(model: Reference, real: Mock, call: Call): void {
  model.send(call)
  real.send(call)
}

const configure = (plan: ConfigPlan): Command =>
  new Command(`configure(${fc.stringify(plan)})`, (model, real) => {
    const config = real.maker.config(plan, `c${++real.made}`)
    model.configure(config)
    real.llm.configure(config)
  })

const use = scenarioPlans.map(
  (plans) =>
    new Command(`use(${fc.stringify(plans)})`, (model, real) => {
      const scenarios = real.maker.scenarios(plans, `u${++real.made}`)
      model.use(scenarios)
      real.llm.use(...scenarios)
    }),
)

/** Each is right but for one thing. */
const unusable: readonly Config[] = [
  { chatScenarios: [{ id: 's0', responses: [] }] },
  { chatScenarios: [{ id: 's0', steps: [{ id: 't0', after: 't1', response: { content: 'Bad' } }] }] },
  { chatScenarios: [{ id: 's0', responses: [{ content: 'Bad' }, { content: 'Bad', streamChunks: ['Worse'] }] }] },
]

const misconfigure = (config: Config): Command =>
  new Command('configure(unusable)', (_, real) => {
    expect(() => real.llm.configure(config)).toThrow(FixtureConfigError)
  })

const misuse = (config: Config): Command =>
  new Command('use(unusable)', (_, real) => {
    const good = { id: 'good', responses: [{ content: 'Good' }] }
    expect(() => real.llm.use(good, ...(config.chatScenarios ?? []))).toThrow(FixtureConfigError)
  })

const reset = new Command('reset()', (model, real) => {
  model.reset()
  real.llm.reset()
})

const close = new Command('close()', (model, real) => {
  model.endAll()
  real.llm.close()
})

const tick = (milliseconds: number): Command =>
  new Command(`tick(${milliseconds})`, async (model, real) => {
    model.tick(milliseconds)
    await real.tick(milliseconds)
  })

/** They set off together, before any of them is answered. */
const ask = (manners: readonly Manner[]): Command =>
  new Command(
    `ask(${fc.stringify(manners)})`,
    (model, real) => {
      for (const call of asksOf(model, manners)) send(model, real, call)
    },
    (model) => asksOf(model, manners).length === manners.length,
  )

const leave = ({ nth, how }: { readonly nth: number; readonly how: 'abort' | 'cancel' }): Command => {
  const open = ({ exchanges }: Reference): readonly Reference['exchanges'][number][] =>
    exchanges.filter(({ phase }) => ['waits', 'held', 'streaming'].includes(phase))
  return new Command(
    `leave(${nth}, ${how})`,
    (model, real) => {
      const leaving = open(model)
      const exchange = leaving[nth % leaving.length]
      if (exchange === undefined) return
      model.leave(exchange)
      real.clients[exchange.sequence - 1]?.leave(how)
    },
    (model) => open(model).length > 0,
  )
}

const miss = new Command('miss()', async (model, real) => {
  model.world.unmatched++
  const body = JSON.stringify({ model: 'model-1' })
  expect((await real.llm.fetch(nowhere, { method: 'POST', body })).status).toBe(404)
})

/** Requests most of all, since they give the rest its meaning. */
export function commandsOf(manner: fc.Arbitrary<Manner>): fc.Arbitrary<Command> {
  const one = manner.map((single) => ask([single]))
  // The body of one by its id is read in a later turn, so what comes of several at once is not known.
  const alone: readonly Manner['what'][] = ['read', 'delete']
  const together = manner.filter(({ what }) => !alone.includes(what))
  const several = fc.array(together, { minLength: 2, maxLength: 3 }).map(ask)
  const leaving = fc.record({ nth: fc.nat(3), how: fc.constantFrom('abort' as const, 'cancel' as const) })
  return fc.oneof(
    { weight: 30, arbitrary: one },
    { weight: 6, arbitrary: several },
    { weight: 8, arbitrary: fc.constantFrom(5, 10, 20, 50).map(tick) },
    { weight: 5, arbitrary: leaving.map(leave) },
    { weight: 2, arbitrary: use },
    { weight: 1, arbitrary: configPlan.map(configure) },
    { weight: 1, arbitrary: fc.constantFrom(...unusable).map(misconfigure) },
    { weight: 1, arbitrary: fc.constantFrom(...unusable).map(misuse) },
    { weight: 1, arbitrary: fc.constant(reset) },
    { weight: 1, arbitrary: fc.constant(close) },
    { weight: 1, arbitrary: fc.constant(miss) },
  )
}

/** Lets all that is on its way come to its end. */
export async function finish(model: Reference, real: Mock): Promise<void> {
  await tick(10_000).run(model, real)
  real.checkSnapshots()
  await real.llm.settled()
}
