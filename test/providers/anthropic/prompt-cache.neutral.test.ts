/** The counts of the prompt cache as Anthropic's clients read them. */
import type { Anthropic } from '@anthropic-ai/sdk'
import type { Anthropic as Anthropic0 } from 'anthropic0'
import { expect, test } from 'vitest'
import { createLlmMock, manualClock, scenario, text, type LlmMock, type ManualClock } from 'msw-llm'
import { hosts } from '#hosts'
import { anthropic0On, anthropicOn } from '../../support/anthropic.ts'
import { withHost } from '../../support/host.ts'

const minute = 60_000
const long = 'x'.repeat(4096)

function mockOf(clock: ManualClock): LlmMock {
  const llm = createLlmMock({ clock })
  llm.use(scenario('cached', { responses: [text('Yes, of course.')], repeat: 'last' }))
  return llm
}

/** Tools and system prompt for an hour, the dialogue for five minutes. */
function asking(question: string): Anthropic.MessageCreateParamsNonStreaming {
  return {
    model: 'claude-sonnet-5',
    max_tokens: 1024,
    tools: [{ name: 'look', input_schema: { type: 'object' }, cache_control: { type: 'ephemeral', ttl: '1h' } }],
    system: [{ type: 'text', text: long, cache_control: { type: 'ephemeral', ttl: '1h' } }],
    messages: [
      { role: 'user', content: [{ type: 'text', text: long, cache_control: { type: 'ephemeral' } }] },
      { role: 'assistant', content: 'Yes, of course.' },
      { role: 'user', content: question },
    ],
  }
}

interface Counts {
  readonly fresh: number
  readonly read?: number
  readonly minutes?: number
  readonly hour?: number
}

/** A whole usage. */
function usageOf({ fresh, read = 0, minutes = 0, hour = 0 }: Counts, output: number): object {
  return {
    input_tokens: fresh,
    cache_creation_input_tokens: minutes + hour,
    cache_read_input_tokens: read,
    cache_creation: { ephemeral_5m_input_tokens: minutes, ephemeral_1h_input_tokens: hour },
    output_tokens: output,
    service_tier: 'standard',
    inference_geo: 'not_available',
  }
}

for (const host of hosts) {
  test(`${host.name}: what is marked is written, read, and written again when its time is over`, async () => {
    const clock = manualClock()
    await withHost(host, mockOf(clock), async (connection) => {
      const { messages } = anthropicOn(connection)
      const usages = [(await messages.create(asking('Who?'))).usage]
      await clock.tick(5 * minute - 1)
      usages.push((await messages.create(asking('Where, then?'))).usage)
      await clock.tick(5 * minute)
      usages.push((await messages.create(asking('Who?'))).usage)
      await clock.tick(60 * minute)
      usages.push((await messages.create(asking('Who?'))).usage)
      expect(usages).toEqual([
        usageOf({ fresh: 5, minutes: 1024, hour: 1024 }, 4),
        usageOf({ fresh: 7, read: 2048 }, 4),
        usageOf({ fresh: 5, read: 1024, minutes: 1024 }, 4),
        usageOf({ fresh: 5, minutes: 1024, hour: 1024 }, 4),
      ])
    })
  })

  test(`${host.name}: a stream tells the same at its start and at its end`, async () => {
    await withHost(host, mockOf(manualClock()), async (connection) => {
      const seen: unknown[] = []
      const read = (event: Anthropic.MessageStreamEvent | Anthropic0.MessageStreamEvent): void => {
        if (event.type === 'message_start') seen.push(event.message.usage)
        if (event.type === 'message_delta') seen.push(event.usage)
      }
      const request = { ...asking('Who?'), stream: true } as const
      for await (const event of await anthropicOn(connection).messages.create(request)) read(event)
      for await (const event of await anthropic0On(connection).messages.create(request)) read(event)
      expect(seen).toEqual([
        usageOf({ fresh: 5, minutes: 1024, hour: 1024 }, 1),
        { input_tokens: 5, cache_creation_input_tokens: 2048, cache_read_input_tokens: 0, output_tokens: 4 },
        usageOf({ fresh: 5, read: 2048 }, 1),
        { input_tokens: 5, cache_creation_input_tokens: 0, cache_read_input_tokens: 2048, output_tokens: 4 },
      ])
    })
  })

  test(`${host.name}: the .stream() helper has the usage of the JSON answer`, async () => {
    await withHost(host, mockOf(manualClock()), async (connection) => {
      const { messages } = anthropicOn(connection)
      await messages.create(asking('Who?'))
      const whole = await messages.create(asking('Who?'))
      const streamed = await messages.stream(asking('Who?')).finalMessage()
      expect([whole.usage, streamed.usage]).toEqual([
        usageOf({ fresh: 5, read: 2048 }, 4),
        usageOf({ fresh: 5, read: 2048 }, 4),
      ])
    })
  })

  test(`${host.name}: max_tokens: 0 warms the cache for the next request`, async () => {
    const llm = mockOf(manualClock())
    await withHost(host, llm, async (connection) => {
      const { messages } = anthropicOn(connection)
      const warmed = await messages.create({ ...asking('warm up'), max_tokens: 0 })
      expect([warmed.content, warmed.stop_reason, warmed.usage]).toEqual([
        [],
        'max_tokens',
        usageOf({ fresh: 6, minutes: 1024, hour: 1024 }, 0),
      ])
      expect((await messages.create(asking('Who?'))).usage).toEqual(usageOf({ fresh: 5, read: 2048 }, 4))
      expect(llm.journal.map(({ outcome, response }) => [outcome, response.usage])).toEqual([
        [
          'cache_only',
          {
            inputTokens: 2054,
            outputTokens: 0,
            cachedInputTokens: 0,
            cacheWriteInputTokens: 2048,
            reasoningTokens: 0,
            totalTokens: 2054,
          },
        ],
        [
          'ordinary',
          {
            inputTokens: 2053,
            outputTokens: 4,
            cachedInputTokens: 2048,
            cacheWriteInputTokens: 0,
            reasoningTokens: 0,
            totalTokens: 2057,
          },
        ],
      ])
    })
  })
}
