import path from 'node:path'
import { expect, test } from 'vitest'
import { blocksOf } from './documents.ts'
import { typeErrors } from './type-check.ts'

test('every block of the documents compiles', () => {
  expect(typeErrors(blocksOf(path.resolve(import.meta.dirname, '../..')), 'documents')).toEqual([])
})
