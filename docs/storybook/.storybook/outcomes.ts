import { fails, filtered, promptBlocked, refused, streamError, text } from 'msw-llm'
import type { Outcomes } from '../panel/channel.ts'

const answer = 'Once upon a time there was a lighthouse that nobody had lit for a hundred years.'
const pace = { tokensPerSecond: 20 }

/** What the panel can switch a story to, whichever provider it calls. */
export const outcomes: Outcomes = {
  Ordinary: text(answer, { pace }),
  'Slow first token': text(answer, { pace: { ...pace, firstTokenMilliseconds: 3000 } }),
  Refused: refused('I cannot help with that.', { pace }),
  Filtered: filtered('Once upon a time there was', { pace }),
  'Prompt blocked': promptBlocked(),
  'Too many requests': fails(429, { retryAfterMilliseconds: 2000 }),
  'Stream cut': text(answer, { pace, streamDelivery: { fault: 'eof', afterFrame: 8 } }),
  'Error in the stream': text(answer, { pace, streamDelivery: streamError({ afterFrame: 8 }) }),
}
