/** The part of the panel in the story's frame: tells what the mock's journal holds, and does what the buttons say. */
import type { Decorator } from '@storybook/react-vite'
import { scenario, type LlmMock } from 'msw-llm'
import { useState } from 'react'
import { FORCE_REMOUNT } from 'storybook/internal/core-events'
import { addons } from 'storybook/preview-api'
import { events, type Outcomes, type PanelState } from './channel.ts'
import { rowOf } from './rows.ts'

/** Frames are counted in the journal, which tells of an entry's beginning and end alone. */
const lookAgainMilliseconds = 200

/** A decorator that connects a mock with the panel. */
export function llmPanel(llm: LlmMock, outcomes: Outcomes): Decorator {
  const channel = addons.getChannel()
  let storyId: string | null = null
  let chosen: string | null = null
  let watching: ReturnType<typeof setInterval> | undefined

  function tell() {
    const state: PanelState = {
      rows: llm.journal.map(rowOf),
      unmatched: llm.summary().unmatched,
      outcomes: Object.keys(outcomes),
      chosen,
    }
    channel.emit(events.state, state)
    if (llm.summary().pending === 0) {
      clearInterval(watching)
      watching = undefined
    } else {
      watching ??= setInterval(tell, lookAgainMilliseconds)
    }
  }

  function beginAgain() {
    llm.reset()
    tell()
    channel.emit(FORCE_REMOUNT, { storyId })
  }

  llm.subscribe(tell)
  channel.on(events.hello, tell)
  channel.on(events.reset, beginAgain)
  channel.on(events.choose, (name: string | null) => {
    chosen = name
    beginAgain()
  })

  return function WithLlmPanel(Story, context) {
    if (context.id !== storyId) chosen = null
    storyId = context.id
    // Once for each mount, and after what the story itself has used: the latest scenario decides.
    useState(() => {
      const response = chosen === null ? undefined : outcomes[chosen]
      if (response !== undefined) llm.use(scenario('chosen in the panel', { responses: [response], repeat: 'last' }))
      tell()
    })
    return <Story />
  }
}
