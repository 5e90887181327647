/** How openai's client, of either version, reads any host of chat completions. */
import type OpenAI from 'openai'
import type { Ask, Reading } from './target.ts'

/** What the versions have in common. */
interface ChatClient {
  readonly chat: { readonly completions: { create(request: unknown): PromiseLike<unknown> } }
}

export async function askChat(client: object, { prompt, stream, model = 'gpt-5.5' }: Ask): Promise<Reading> {
  const { completions } = (client as ChatClient).chat
  const request = { model, messages: [{ role: 'user', content: prompt }] }
  try {
    return stream
      ? await readStream(
          (await completions.create({
            ...request,
            stream: true,
            stream_options: { include_usage: true },
          })) as AsyncIterable<OpenAI.ChatCompletionChunk>,
        )
      : readCompletion((await completions.create(request)) as OpenAI.ChatCompletion)
  } catch (error) {
    // Each version has error classes of its own.
    if (!(error instanceof Error && 'status' in error)) throw error
    const { status, code } = error as unknown as Pick<InstanceType<typeof OpenAI.APIError>, 'status' | 'code'>
    return { kind: 'failure', error: error.constructor.name, status, code }
  }
}

function readCompletion({ choices, usage }: OpenAI.ChatCompletion): Reading {
  const [choice] = choices
  const { content } = choice!.message
  // A host without refusals has no field for them.
  const refusal = choice!.message.refusal ?? null
  const said = content ?? refusal ?? ''
  return {
    kind: 'answer',
    text: content ?? '',
    refusal,
    finish: choice!.finish_reason,
    pieces: said === '' ? [] : [said],
    usage: usage === undefined ? null : { input: usage.prompt_tokens, output: usage.completion_tokens },
  }
}

async function readStream(stream: AsyncIterable<OpenAI.ChatCompletionChunk>): Promise<Reading> {
  const texts: string[] = []
  const refusals: string[] = []
  let refused = false
  let finish: string | null = null
  let usage: { input: number; output: number } | null = null
  for await (const chunk of stream) {
    if (chunk.usage) usage = { input: chunk.usage.prompt_tokens, output: chunk.usage.completion_tokens }
    for (const { delta, finish_reason } of chunk.choices) {
      finish = finish_reason ?? finish
      refused ||= typeof delta.refusal === 'string'
      // The frames with the role and with the reason for the end carry no piece of the answer.
      if (delta.role !== undefined || finish_reason !== null) continue
      if (typeof delta.content === 'string') texts.push(delta.content)
      if (typeof delta.refusal === 'string') refusals.push(delta.refusal)
    }
  }
  return {
    kind: 'answer',
    text: texts.join(''),
    refusal: refused ? refusals.join('') : null,
    finish,
    pieces: [...texts, ...refusals],
    usage,
  }
}
