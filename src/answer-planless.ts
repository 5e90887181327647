/** Answers that no fixture gives: the request, and what the mock keeps, are all that they depend on. */
import { cacheQuestion, fillCache } from './commit.ts'
import { findStored, forget } from './conversation/stored-responses.ts'
import { countPrompt } from './conversation/usage.ts'
import type { Arrival, Exchange } from './exchange.ts'
import { planPlanless } from './plan-response.ts'
import type { ParsedRequest, PlanlessAnswer } from './protocols/protocol.ts'
import { recordOf } from './record-exchange.ts'
import { refuse } from './refuse.ts'
import { ownerOf, scopeOf } from './scenario/scope.ts'
import { modelIds, type MockState } from './scenario/state.ts'

export function answerPlanless(
  state: MockState,
  arrival: Arrival,
  request: ParsedRequest,
  planless: PlanlessAnswer,
): Exchange {
  const { about } = planless
  const found = about === undefined ? undefined : findStored(state.stored, about.id)
  const stored = found?.owner === ownerOf(request.canonical, arrival.snapshot) ? found : undefined
  if (about !== undefined && stored === undefined) return refuse(state, arrival, request, about.missing)

  const scope = scopeOf(request.canonical, arrival.snapshot)
  const { askCache, consulted } = cacheQuestion(state, { arrival, request, scope })
  const counted = countPrompt(request.canonical, {}, arrival.countTokens, askCache)
  if (!counted.ok) return refuse(state, arrival, request, counted.rejection)
  const context = {
    identity: arrival.identity,
    ...counted.value,
    models: modelIds(state),
    stored: stored?.body ?? null,
  }
  const plan = planPlanless(arrival, planless, context)
  const kept = fillCache(state, scope, consulted())
  return {
    state: stored !== undefined && about?.forgets === true ? { ...kept, stored: forget(kept.stored, stored) } : kept,
    plan,
    record: recordOf(arrival, request, planless.outcome, plan, { usage: counted.value.usage }),
  }
}
