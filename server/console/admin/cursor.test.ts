import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCursor, writeCursor } from './cursor.ts'

const place = { createdAt: '2026-11-21T12:00:00.123456Z', id: 'a1B2-c3' }
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

test('a cursor is exact to the microsecond', () => {
  assert.deepEqual(readCursor(writeCursor(place)), place)
})

test('an invalid cursor is rejected', () => {
  const strange = [
    '',
    'x',
    '%%%',
    encode(null),
    encode({ createdAt: place.createdAt, id: place.id }),
    encode([place.createdAt]),
    encode([place.createdAt, place.id, 1]),
    encode([place.createdAt, '']),
    encode([place.createdAt, 'a\u0000b']),
    encode([place.createdAt, 'x'.repeat(101)]),
    encode([1, place.id]),
    encode(['2026-11-21T12:00:00Z', place.id]),
    encode(['2026-02-30T12:00:00.000000Z', place.id]),
    encode(['2026-11-21T25:00:00.000000Z', place.id]),
    encode(["2026-11-21T12:00:00.000000Z' or true", place.id]),
    encode(['0000-01-01T00:00:00.000000Z', place.id]),
  ]
  for (const text of strange) assert.equal(readCursor(text), null, text)
})
