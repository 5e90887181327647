/** A chat; the page loads it when its mock is there. */
import OpenAI from 'openai'

const send = document.createElement('button')
send.textContent = 'Send'
const answer = document.createElement('p')
answer.setAttribute('role', 'log')
document.body.append(send, answer)

send.addEventListener('click', async () => {
  const client = new OpenAI({ apiKey: 'test', dangerouslyAllowBrowser: true })
  const stream = await client.chat.completions.create({
    model: 'gpt-5.5',
    stream: true,
    messages: [{ role: 'user', content: 'Hi' }],
  })
  for await (const chunk of stream) answer.append(chunk.choices[0]?.delta.content ?? '')
})
