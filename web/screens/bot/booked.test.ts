import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dismissBooked, readBooked, showBooked } from './booked.ts'
import type { Booking } from './booked.ts'

const win = (seq: number) => ({ seq, type: 'offer.accepted' }) as Booking
const shown = () => readBooked().map(({ seq }) => seq)

test('wins in a row share one banner, the newest last, and its OK ends all that it shows', () => {
  for (const seq of [1, 2, 2, 3]) showBooked(win(seq))
  assert.deepEqual(shown(), [1, 2, 3])
  dismissBooked(3)
  assert.deepEqual(shown(), [])
})

test('a win that came after the banner was read is not ended with it', () => {
  for (const seq of [4, 5]) showBooked(win(seq))
  dismissBooked(4)
  assert.deepEqual(shown(), [5])
})
