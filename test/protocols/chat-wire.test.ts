import { jsonCases, streamCases, wireCaseOf } from './chat-answers.ts'
import { testWire } from './wire.ts'

testWire('chat-completions', [...jsonCases, ...streamCases].map(wireCaseOf))
