import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULT_SETTINGS } from '../settings.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../time.ts'
import { askArrivalAt, isOperatorError, isSpokenInstead, retryAt, withinPhoneCaps } from './delivery.ts'

const settings = DEFAULT_SETTINGS.messages
const EVEN = 0.5

function waits(random: number): number[] {
  const found: number[] = []
  for (let attempts = 1; ; attempts += 1) {
    const at = retryAt({ attempts, expiresAt: null }, 0, random, settings)
    if (at === null) return found
    found.push(at)
  }
}

test('a message is tried eight times within some four hours, each wait longer than the one before', () => {
  const found = waits(EVEN)
  assert.deepEqual(
    found.slice(0, 5).map((ms) => ms / SECOND_MS),
    [20, 60, 180, 540, 1_620],
  )
  assert.equal(found.length, 7)
  const total = found.reduce((sum, ms) => sum + ms, 0)
  assert.ok(total > 3.5 * HOUR_MS && total < 4.5 * HOUR_MS, `${total / HOUR_MS} h`)
})

test('chance spreads a wait by a fifth either way', () => {
  assert.equal(waits(0)[0], 16 * SECOND_MS)
  assert.equal(waits(1)[0], 24 * SECOND_MS)
})

test('what would come too late is not tried again', () => {
  const message = { attempts: 2, expiresAt: MINUTE_MS }
  assert.equal(retryAt(message, 0, EVEN, settings), null)
  assert.equal(retryAt({ ...message, expiresAt: MINUTE_MS + 1 }, 0, EVEN, settings), MINUTE_MS)
})

test('the other side may ask for a longer wait, not for a shorter one or an endless one', () => {
  const message = { attempts: 1, expiresAt: null }
  assert.equal(retryAt(message, 0, EVEN, settings, 5 * MINUTE_MS), 5 * MINUTE_MS)
  assert.equal(retryAt(message, 0, EVEN, settings, 1), 20 * SECOND_MS)
  assert.equal(retryAt(message, 0, EVEN, settings, 1e12), settings.retry.capMs)
})

test('one phone is sent so much a day, and all phones together', () => {
  const caps = { recipient: 3, overall: 5 }
  assert.deepEqual(withinPhoneCaps(['a', 'a', 'b'], new Map([['a', 2]]), caps), [true, false, true])
  assert.deepEqual(withinPhoneCaps(['a', 'b', 'c'], new Map([['d', 3]]), caps), [true, true, false])
  assert.deepEqual(withinPhoneCaps([], new Map(), caps), [])
})

test('a text is asked about ever more rarely, and after so long no more', () => {
  const arrival = { firstMs: 5_000, untilMs: 60_000 }
  const asks: number[] = []
  for (let at: number | null = 0; at !== null; at = askArrivalAt(0, at, arrival)) asks.push(at)
  assert.deepEqual(asks, [0, 5_000, 10_000, 20_000, 40_000])
  assert.equal(askArrivalAt(0, 30_000, arrival), 60_000)
  assert.equal(askArrivalAt(0, 30_001, arrival), null)
})

test('a code alone is spoken in place of a text', () => {
  assert.equal(isSpokenInstead({ channel: 'sms', template: 'code' }), true)
  assert.equal(isSpokenInstead({ channel: 'email', template: 'code' }), false)
  assert.equal(isSpokenInstead({ channel: 'call', template: 'code' }), false)
  assert.equal(isSpokenInstead({ channel: 'sms', template: 'news' }), false)
})

test('what is wrong with our number is told from what is wrong with the recipient', () => {
  for (const ours of ['twilio_21606', 'twilio_21212', 'twilio_30034']) assert.ok(isOperatorError(ours), ours)
  for (const theirs of ['twilio_21211', 'twilio_21614', 'twilio_30003', 'twilio_30007', 'smtp_550'])
    assert.ok(!isOperatorError(theirs), theirs)
})
