import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeKey } from './key.ts'

test('a key of base64url becomes the bytes that it was made of, whatever its length', () => {
  for (const length of [1, 2, 3, 64, 65]) {
    // Starts with bytes that base64 writes as `/` and `+`, and base64url does not.
    const bytes = Uint8Array.from(
      { length },
      (_, index) => [255, 255, 255, 251, 239, 190][index] ?? index * 3,
    )
    assert.deepEqual(decodeKey(Buffer.from(bytes).toString('base64url')), bytes)
  }
})
