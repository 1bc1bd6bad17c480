import assert from 'node:assert/strict'
import { test } from 'node:test'
import { greet } from './greeting.ts'

const places = {
  seconds: 3.14,
  appUrl: 'http://127.0.0.1:8080',
  market: { url: 'http://127.0.0.1:8090', embedded: true },
  cards: { publishableKey: 'pk_test_1', url: 'http://127.0.0.1:8091', testMode: true },
  dataDir: '/data',
  coupon: null,
}
const ana = {
  driverId: 'ana',
  email: 'ana@demo.madruga',
  password: 'madruga-ana',
  variant: 'amazon',
  timeZone: 'America/New_York',
} as const

test('a demo says whom to sign in as, the operator too, and where what was sent is read', () => {
  const said = greet({ ...places, signIns: [ana], coupon: 'MADRUGA50' })
  assert.match(said, /^ {4}amazon +ana@demo\.madruga +madruga-ana$/m)
  assert.match(said, /^ {4}operator +operator@demo\.madruga +madruga-operator$/m)
  assert.match(said, /http:\/\/127\.0\.0\.1:8080\/#\/messages$/m)
  assert.match(said, /^ {2}Half off a subscription: MADRUGA50$/m)
})

test('a service that is no demo gives nobody away', () => {
  assert.doesNotMatch(greet({ ...places, signIns: [] }), /operator|#\/messages/)
})

test('it says where cards are charged, and whether money moves', () => {
  assert.match(greet({ ...places, signIns: [] }), /^ {2}Cards +http:\/\/127\.0\.0\.1:8091 .*test mode/m)
  const live = { publishableKey: 'pk_live_1', url: null, testMode: false }
  const said = greet({ ...places, cards: live, signIns: [] })
  assert.match(said, /^ {2}Cards +Stripe .*real money moves/m)
  assert.doesNotMatch(said, /test mode|pk_live/)
})
