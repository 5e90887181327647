import { openai } from 'msw-llm'
import { wireCases } from './responses-answers.ts'
import { storedCases } from './stored-answers.ts'
import { testWire } from './wire.ts'

testWire('responses', wireCases)
testWire('responses', storedCases(openai().routes, '/responses', { content: 'Hello there, friend.' }))
