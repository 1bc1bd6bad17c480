import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeData } from './encode.ts'

test('ordinary data is plain JSON', () => {
  assert.equal(
    encodeData({ a: 'Nuñez "x"\n', b: [1, null] }),
    JSON.stringify({ a: 'Nuñez "x"\n', b: [1, null] }),
  )
})

test('what PostgreSQL refuses is left out, and nothing that only looks like it', () => {
  assert.deepEqual(JSON.parse(encodeData({ a: 'x\u0000y' })), { a: 'xy' })
  assert.deepEqual(JSON.parse(encodeData({ a: 'x\ud800y' })), { a: 'xy' })
  assert.deepEqual(JSON.parse(encodeData({ a: '😀\u0001' })), { a: '😀\u0001' })
  assert.deepEqual(JSON.parse(encodeData({ a: '\\u0000 \\ud800' })), { a: '\\u0000 \\ud800' })
  assert.deepEqual(JSON.parse(encodeData({ a: '\\\u0000' })), { a: '\\' })
})
