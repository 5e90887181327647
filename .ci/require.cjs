/** Run in a project that has the package installed: loads it from CommonJS, and has it answer through MSW. */
const { setupServer } = require('msw/node')
const { createLlmMock, scenario, text } = require('msw-llm')
const { OpenAI } = require('openai')

const llm = createLlmMock()
const server = setupServer(...llm.handlers)

async function main() {
  server.listen()
  llm.use(scenario('greeting', { responses: [text('Hello!')] }))
  const completion = await new OpenAI({ apiKey: 'test' }).chat.completions.create({
    model: 'gpt-5.5',
    messages: [{ role: 'user', content: 'Hi' }],
  })
  const { content } = completion.choices[0].message
  if (content !== 'Hello!') throw new Error(`Expected "Hello!", and got ${JSON.stringify(content)}`)
  server.close()
  console.log(`Answered on Node ${process.version}`)
}

main().catch((error) => {
  console.error(error)
  process.exitCode = 1
})
