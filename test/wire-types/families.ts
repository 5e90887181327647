/** Which client's types the golden wire files are held against, and where the wire knowingly says something else. */

import type { JsonObject } from '../../src/json.ts'
import { without } from '../../src/protocols/reshape.ts'

export interface Family {
  /** The folder of its golden files. */
  readonly folder: string
  /** Type expressions of a JSON body and of a frame's data. */
  readonly body: string
  readonly event: string
  readonly deviations: readonly Deviation[]
}

/** A place where the recorded wire is not what the client declares. */
export interface Deviation {
  /** The recording or document that has it so. */
  readonly source: string
  readonly applies: (value: JsonObject) => boolean
  /** The same value as the client declares it. */
  readonly repair: (value: JsonObject) => JsonObject
}

const obfuscation: Deviation = {
  source: 'openai-chat recordings of 2026 (142 of 142 have obfuscation); openai 6.49 has no word for it',
  applies: (value) => 'obfuscation' in value,
  repair: (value) => without(value, 'obfuscation'),
}

export const families: readonly Family[] = [
  {
    folder: 'chat-completions',
    body: "import('openai').OpenAI.ChatCompletion",
    event: "import('openai').OpenAI.ChatCompletionChunk",
    deviations: [],
  },
  {
    folder: 'chat-completions',
    body: "import('openai6').OpenAI.ChatCompletion",
    event: "import('openai6').OpenAI.ChatCompletionChunk",
    deviations: [obfuscation],
  },
]
