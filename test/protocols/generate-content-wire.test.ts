import { wireCases } from './generate-content-answers.ts'
import { testWire } from './wire.ts'

testWire('generate-content', wireCases)
