import assert from 'node:assert/strict'
import { test } from 'node:test'
import { greet } from './start-message.ts'

const link = 'http://127.0.0.1:8080/demo/key'

const places = {
  seconds: 3.14,
  appUrl: 'http://127.0.0.1:8080',
  market: { url: 'http://127.0.0.1:8090', embedded: true },
  cards: { publishableKey: 'pk_test_1', url: 'http://127.0.0.1:8091', testMode: true, charges: true },
  dataDir: '/data',
  demo: null,
}
const ana = {
  driverId: 'ana',
  email: 'ana@demo.madruga',
  password: 'madruga-ana',
  variant: 'amazon',
  timeZone: 'America/New_York',
} as const

const people = { drivers: [ana], operator: { email: 'operator@demo.madruga', password: 'madruga-operator' } }

test('a demo shows its link, whom to sign in as, and where sent messages are read', () => {
  const said = greet({ ...places, demo: { people, coupon: 'MADRUGA50', link, weeks: 2 } })
  assert.match(said, /^ {2}App +http:\/\/127\.0\.0\.1:8080\/demo\/key /m)
  assert.match(said, /^ {4}amazon +ana@demo\.madruga +madruga-ana$/m)
  assert.match(said, /^ {4}operator +operator@demo\.madruga +madruga-operator$/m)
  assert.match(said, /http:\/\/127\.0\.0\.1:8080\/#\/messages$/m)
  assert.match(said, /^ {2}Half off a subscription: MADRUGA50$/m)
  assert.match(said, /^ {2}The 2 weeks behind the drivers are made now; then their bots start\.$/m)
})

test('a demo that others reach says so, shows a password that was just created, and links no messages', () => {
  const operator = { email: 'operator@demo.madruga', password: null }
  const demo = { people: { drivers: [ana], operator }, coupon: null, link: null, weeks: 0 }
  const said = greet({ ...places, demo })
  assert.match(said, /^ {4}amazon +ana@demo\.madruga +madruga-ana$/m)
  assert.match(said, /^ {4}operator +operator@demo\.madruga +\(shown or chosen earlier\)$/m)
  assert.match(said, /shown only this once/)
  assert.doesNotMatch(said, /#\/messages|Half off|weeks behind/)
})

test('a service that is no demo shows no accounts', () => {
  assert.doesNotMatch(greet(places), /operator|#\/messages/)
})

test('it says where cards are charged, and whether money moves', () => {
  assert.match(greet(places), /^ {2}Cards +http:\/\/127\.0\.0\.1:8091 .*test mode/m)
  const live = { publishableKey: 'pk_live_1', url: null, testMode: false, charges: true }
  const said = greet({ ...places, cards: live })
  assert.match(said, /^ {2}Cards +Stripe .*real money moves/m)
  assert.doesNotMatch(said, /test mode|pk_live/)
})

test('a service without market and without billing names neither', () => {
  const said = greet({
    ...places,
    market: { url: null, embedded: true },
    cards: { ...places.cards, charges: false },
  })
  assert.doesNotMatch(said, /Market|Cards/)
})
