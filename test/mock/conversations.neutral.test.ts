/** What the official clients send back of an answer is known as that answer. */
import type Anthropic from '@anthropic-ai/sdk'
import type OpenAI from 'openai'
import { expect, test } from 'vitest'
import { createLlmMock, filtered, refused, text, toolCalls, type FixtureResponse } from 'msw-llm'
import { hosts } from '#hosts'
import { anthropicOn, says as asksClaude } from '../support/anthropic.ts'
import { geminiOn } from '../support/gemini.ts'
import { withHost, type Connection } from '../support/host.ts'
import { openaiOn, says } from '../support/openai.ts'

/** Runs a dialogue on each host, through steps that come one after the other, and expects each to have been taken once. */
function testSteps(
  name: string,
  responses: readonly FixtureResponse[],
  run: (connection: Connection) => Promise<void>,
): void {
  const steps = responses.map((response, index) => ({
    id: `step ${index}`,
    ...(index > 0 && { after: `step ${index - 1}` }),
    response,
  }))
  for (const host of hosts) {
    test(`${name}, on ${host.name}`, async () => {
      const llm = createLlmMock({ config: { chatScenarios: [{ id: 'c', steps }] } })
      await withHost(host, llm, async (connection) => {
        await run(connection)
        expect(llm.journal.map(({ response: { step, index, replayed } }) => [step, index, replayed])).toEqual(
          steps.map(({ id }) => [id, 0, false]),
        )
        llm.verify()
      })
    })
  }
}

const policy = [refused('I cannot.'), filtered('Well, I'), filtered(), text('Good day.')]
const said = ['I cannot.', 'Well, I', '', 'Good day.']

for (const stream of [false, true]) {
  const how = stream ? 'streamed' : 'whole'

  testSteps(`a message of openai's chat client goes on, ${how}`, policy, async (connection) => {
    const { completions } = openaiOn(connection).chat
    const { model } = says('Hi')
    const messages: OpenAI.ChatCompletionMessageParam[] = []
    const answers: (string | null)[] = []
    for (const _ of policy) {
      messages.push({ role: 'user', content: 'Hi' })
      const { choices } = stream
        ? await completions.stream({ model, messages }).finalChatCompletion()
        : await completions.create({ model, messages })
      const { message } = choices[0]!
      messages.push(message)
      answers.push(message.refusal ?? message.content)
    }
    expect(answers).toEqual(said)
  })

  const called = [toolCalls([{ name: 'look', arguments: { at: 'the sky', twice: true } }]), text('It is blue.')]
  testSteps(`a tool call and its result go on, ${how}`, called, async (connection) => {
    const { completions } = openaiOn(connection).chat
    const { model, messages } = says('What colour has it?')
    const request = { model, tools: [{ type: 'function' as const, function: { name: 'look', parameters: {} } }] }
    const next = async (more: OpenAI.ChatCompletionMessageParam[]): Promise<OpenAI.ChatCompletionMessage> => {
      const { choices } = stream
        ? await completions.stream({ ...request, messages: more }).finalChatCompletion()
        : await completions.create({ ...request, messages: more })
      return choices[0]!.message
    }
    const message = await next(messages)
    const id = message.tool_calls![0]!.id
    expect((await next([...messages, message, { role: 'tool', tool_call_id: id, content: 'blue' }])).content).toBe(
      'It is blue.',
    )
  })

  testSteps(`the output items of a response go on, ${how}`, policy, async (connection) => {
    const { responses } = openaiOn(connection)
    const input: OpenAI.Responses.ResponseInputItem[] = []
    const answers: string[] = []
    for (const _ of policy) {
      input.push({ role: 'user', content: 'Hi' })
      const request = { model: 'gpt-5.5', input }
      const { output, output_text } = stream
        ? await responses.stream(request).finalResponse()
        : await responses.create(request)
      // The client's types of output items are wider than what it takes as input.
      input.push(...(output as OpenAI.Responses.ResponseInputItem[]))
      answers.push(output_text)
    }
    expect(answers).toEqual(['', ...said.slice(1)])
  })

  testSteps(`previous_response_id goes on, ${how}`, policy, async (connection) => {
    const { responses } = openaiOn(connection)
    const answers: string[] = []
    let previous: string | null = null
    for (const _ of policy) {
      const request: { model: string; input: string; previous_response_id: string | null } = {
        model: 'gpt-5.5',
        input: 'Hi',
        previous_response_id: previous,
      }
      const { id, output_text } = stream
        ? await responses.stream(request).finalResponse()
        : await responses.create(request)
      previous = id
      answers.push(output_text)
    }
    expect(answers).toEqual(['', ...said.slice(1)])
  })

  const declined = [refused('I cannot.'), refused(''), text('Good day.')]
  testSteps(`the content blocks of Anthropic's client go on, ${how}`, declined, async (connection) => {
    const client = anthropicOn(connection).messages
    const messages: Anthropic.MessageParam[] = []
    const answers: string[] = []
    for (const _ of declined) {
      messages.push({ role: 'user', content: 'Hi' })
      const request = { ...asksClaude('Hi'), messages }
      const { content } = stream ? await client.stream(request).finalMessage() : await client.create(request)
      messages.push({ role: 'assistant', content })
      answers.push(content.map((block) => (block.type === 'text' ? block.text : block.type)).join())
    }
    expect(answers).toEqual(['I cannot.', '', 'Good day.'])
  })

  testSteps(
    `a chat of Google's client goes on, ${how}`,
    [text('Good day to you.'), text('Still here.')],
    async (connection) => {
      const chat = geminiOn(connection).chats.create({ model: 'gemini-2.5-flash' })
      const answers: string[] = []
      for (const message of ['Hi', 'And now?']) {
        let answer = ''
        if (stream) for await (const piece of await chat.sendMessageStream({ message })) answer += piece.text ?? ''
        else answer = (await chat.sendMessage({ message })).text ?? ''
        answers.push(answer)
      }
      expect(answers).toEqual(['Good day to you.', 'Still here.'])
    },
  )
}
