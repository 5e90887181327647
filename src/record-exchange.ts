/** What the journal is told of an exchange. */
import { noUsage } from './conversation/usage.ts'
import type { ResponsePlan } from './delivery/plan.ts'
import type { Arrival, PendingExchange, Place } from './exchange.ts'
import { recordRequest, type ExchangeRecord, type RecordedResponse } from './journal/record.ts'
import type { ParsedRequest } from './protocols/protocol.ts'
import { wordlessRequest } from './request/canonical.ts'

/** What messages call the response. */
export function nameOf({ place: { scenario, step, index } }: Pick<PendingExchange, 'place'>): string {
  return step === null
    ? `Response ${index + 1} of scenario '${scenario.id}'`
    : `Response ${index + 1} of step '${step.id}' of conversation '${scenario.id}'`
}

export function placeOf({ place, replayed }: PendingExchange): Partial<RecordedResponse> {
  return { ...namesOf(place), replayed: replayed !== null }
}

function namesOf({ scenario, step, index }: Place): Partial<RecordedResponse> {
  return { dataset: scenario.dataset, scenario: scenario.id, step: step?.id ?? null, index }
}

export function recordOf(
  { sequence, route, snapshot }: Arrival,
  request: ParsedRequest | null,
  outcome: ExchangeRecord['outcome'],
  plan: ResponsePlan,
  response: Partial<RecordedResponse>,
  notes: readonly string[] = [],
): ExchangeRecord {
  return {
    sequence,
    outcome,
    request: recordRequest(snapshot),
    canonical: request?.canonical ?? wordlessRequest({ provider: route.provider, route: route.id }, snapshot),
    response: { ...blankResponse, ...response },
    ...travelOf(plan),
    notes,
  }
}

function travelOf(plan: ResponsePlan): Pick<ExchangeRecord, 'transport' | 'framesTotal'> {
  switch (plan.kind) {
    case 'json':
      return { transport: 'json', framesTotal: 1 }
    case 'stream':
      return { transport: plan.framing.transport, framesTotal: plan.frames.length }
    case 'raw':
      return { transport: plan.transport, framesTotal: plan.pieces.length }
    case 'broken':
      return { transport: plan.transport, framesTotal: 0 }
  }
}

const blankResponse: RecordedResponse = {
  status: 200,
  code: null,
  message: null,
  dataset: null,
  scenario: null,
  step: null,
  index: null,
  replayed: false,
  content: null,
  outputDisposition: null,
  usage: noUsage,
}

/** What a test author may not have meant: a dialogue that no turn of the conversation has led to. */
export function notesOf({ place: { scenario, step }, replayed, request, history }: PendingExchange): readonly string[] {
  if (step === null || step.after.length > 0 || replayed !== null || history.continues !== null) return []
  const answers = request.canonical.messages.filter(({ role }) => role === 'assistant').length
  if (answers === 0) return []
  const had = answers === 1 ? 'an answer' : `${answers} answers`
  return [
    `The history has ${had} that no turn of conversation '${scenario.id}' gave, so it begins anew with '${step.id}'. ` +
      'An answer that is sent back must be the one that was given, and so must what stands before it.',
  ]
}
