import type { JournalEntry } from 'msw-llm'
import type { Row } from './channel.ts'

export function rowOf({ sequence, outcome, request, response, delivery }: JournalEntry): Row {
  const { origin, pathname } = new URL(request.url)
  const place = response.step ?? (response.index === null ? null : `response ${response.index + 1}`)
  return {
    sequence,
    call: `${request.method} ${origin}${pathname}`,
    model: request.model,
    outcome,
    status: response.status,
    source: response.message ?? [response.scenario, place].filter((part) => part !== null).join(', '),
    frames: `${delivery.framesSent} / ${delivery.framesTotal}`,
    terminalMarker: delivery.terminalMarkerObserved,
    end: delivery.end,
    usage: `${response.usage.inputTokens} / ${response.usage.outputTokens}`,
  }
}
