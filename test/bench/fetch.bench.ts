import { askJson, askStream, benchMock, clientOf, jsonModel, record, streamModel, stubFetch } from './subjects.ts'
import { atMostMore, compare } from './measure.ts'

const llm = benchMock()
const json = await record(llm, jsonModel, false)
const stream = await record(llm, streamModel, true)
const ours = clientOf(llm.fetch)

const rows = [
  atMostMore(
    'JSON through llm.fetch and openai, against a stub fetch',
    await compare(askJson(clientOf(stubFetch(json, false))), askJson(ours), 10_000),
    0.08,
  ),
  atMostMore(
    '200 chunks through llm.fetch and openai, against a stub stream of the same frames',
    await compare(askStream(clientOf(stubFetch(stream, true))), askStream(ours), 2000),
    0.3,
  ),
]
console.log(JSON.stringify(rows))
