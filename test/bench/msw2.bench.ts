import { measureBehindMsw } from './msw.ts'

console.log(JSON.stringify(await measureBehindMsw(2, { json: 1.15, stream: 1.3 })))
