import { wireCases } from './responses-answers.ts'
import { testWire } from './wire.ts'

testWire('responses', wireCases)
