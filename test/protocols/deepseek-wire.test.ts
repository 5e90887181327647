import { deepseek, type FixtureResponse } from 'msw-llm'
import { chat } from '../core/ask.ts'
import { casesOf } from './host-answers.ts'
import { testWire } from './wire.ts'

const [route, models] = deepseek({ baseURL: 'https://api.deepseek.com' }).routes
const exhausted: FixtureResponse = { content: 'Cut', finishReason: 'insufficient_system_resource' }

testWire('deepseek', [
  ...casesOf(route!),
  { name: 'insufficient-system-resource', response: exhausted, route: route! },
  { name: 'insufficient-system-resource', response: exhausted, route: route!, body: chat('Hi', { stream: true }) },
  { name: 'prompt-blocked', response: { promptBlock: {} }, route: route! },
  { name: 'models', response: {}, route: models! },
  { name: 'error-402', response: { error: { status: 402 } }, route: route! },
  { name: 'rejected', response: {}, route: route!, body: chat('Hi', { stream_options: {} }) },
  { name: 'mismatch', response: { outputDisposition: { kind: 'refused' } }, route: route! },
])
