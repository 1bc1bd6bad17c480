import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { announce, hush, readAnnouncements } from './announce.ts'

const texts = () => readAnnouncements().map(({ text }) => text)

afterEach(hush)

test('an announcement does not take the place of the one before it', () => {
  announce('Filter saved.')
  announce('Booked: DRX5.')
  assert.deepEqual(texts(), ['Filter saved.', 'Booked: DRX5.'])
})

test('the oldest ones go: three are kept', () => {
  for (const text of ['one', 'two', 'three', 'four']) announce(text)
  assert.deepEqual(texts(), ['two', 'three', 'four'])
})

test('the same text again is announced again, and another screen clears all', () => {
  announce('Copied.')
  announce('Copied.')
  const ids = readAnnouncements().map(({ id }) => id)
  assert.equal(new Set(ids).size, 2)
  hush()
  assert.deepEqual(texts(), [])
})
