import { measureBehindMsw } from './msw.ts'

console.log(JSON.stringify(await measureBehindMsw(3, { json: 1.1, stream: 1.1 })))
