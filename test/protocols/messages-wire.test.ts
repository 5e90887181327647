import { wireCases } from './messages-answers.ts'
import { testWire } from './wire.ts'

testWire('messages', wireCases)
