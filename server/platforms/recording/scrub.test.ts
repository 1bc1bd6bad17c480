import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { scrub } from './scrub.ts'

/** Names and words that no structure of a recording contains. */
const secretText = fc.stringMatching(/^[A-Z][a-z0-9]{2}[A-Za-z0-9@.+ "\\é-]{2,20}$/)
const property = fc.constantFrom('token', 'name', 'username', 'message', '@id', 'path', 'comment', 'x')

/** A reply in which secrets stand anywhere: as texts, inside texts and addresses, as names, in lists. */
function replyWith(secrets: readonly string[]) {
  const secret = fc.constantFrom(...secrets)
  const text = fc.oneof(
    secret,
    secret.map((one) => `Missing required skill(s): ${one}, or another`),
    secret.map((one) => `/api/users/${one}/shifts`),
    secret.map((one) => `/api/users?of=${encodeURIComponent(one)}`),
    secret.map((one) => `Basic ${Buffer.from(one).toString('base64')}`),
    fc.constantFrom('2026-06-29T09:00:00+02:00', '', 'delivery'),
  )
  const leaf = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null))
  return fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      leaf,
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(fc.oneof(property, secret), tie('value'), { maxKeys: 4 }),
    ),
  })).value
}

test('no secret survives, wherever it stands', () => {
  const cases = fc
    .array(secretText, { minLength: 1, maxLength: 4 })
    .chain((secrets) => fc.tuple(fc.constant(secrets), replyWith(secrets)))
  fc.assert(
    fc.property(cases, ([secrets, reply]) => {
      const clean = scrub([reply], null)
      const texts = textsOf(clean)
      for (const secret of secrets)
        for (const text of texts) {
          assert.ok(!text.includes(secret), `${secret} in ${text}`)
          assert.ok(!text.includes(encodeURIComponent(secret)), `${secret} in ${text}`)
          assert.ok(!text.includes(Buffer.from(secret).toString('base64')), `${secret} in ${text}`)
        }
    }),
    { numRuns: 500 },
  )
})

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, item]) => [name, ...textsOf(item)])
}

test('persons go, the same one everywhere by the same pseudonym', () => {
  const reply = {
    token: 'eyJhbGciOiJIUzI1NiJ9.e30.c2ln',
    username: 'sarah',
    email: 'sarah@bikes.example',
    mobile: 33_612_345_678,
    latlng: '48.856613,2.352222',
    latitude: 48.856613,
    comment: 'Ring at Mme Dupont, 12 rue de la Paix',
    assignments: [{ user: { '@id': '/api/users/7', username: 'sarah' } }],
    owners: { 'Jeanne Dupont': 1, dupont: 2 },
  }
  const clean = scrub(reply, null)
  assert.doesNotMatch(JSON.stringify(clean), /sarah|bikes|Dupont|Paix|eyJ|33612345678|856613/i)
  assert.equal(clean.assignments[0]?.user.username, clean.username)
  assert.deepEqual([clean.latlng, clean.latitude], ['48,2', 49])
})

test('a person goes from every sentence that a platform says', () => {
  const said = [
    'User Sarah Martin (luis@bikes.example) not found',
    'Call Luis at 06 12 34 56 78',
    'Deliver to Jean Petit, +33 6 12 34 56 78',
  ]
  for (const key of [
    'error',
    'errors',
    'message',
    'title',
    'type',
    'activity',
    'hydra:description',
    'status',
  ])
    for (const words of said)
      for (const reply of [{ [key]: words }, { [key]: [words] }])
        assert.doesNotMatch(
          JSON.stringify(scrub(reply, null)),
          /sarah|luis|jean|bikes|12|34/i,
          `${key}: ${words}`,
        )
})

test('numbers of a person go in each of their forms: postal code, house, phone, birth, amount', () => {
  const person = {
    postal_code: '75002',
    zip: 75_002,
    street1: '12',
    phone: '0612345678',
    number: 612_345,
    birth: '1985-03-12',
    born: '1985-03-12T00:00:00Z',
    id: 48_213,
    driver_id: '48213',
    code: 471,
    transaction_amount: 1_875,
    price: '18.75',
  }
  const clean = scrub(person, 'driver_pay')
  assert.doesNotMatch(JSON.stringify(clean), /75002|"12"|612345|1985|48213|471|18\.?75/)
  assert.equal(String(clean.id), clean.driver_id, 'the same id, as a number and as a text')
})

test('ids keep their kind and match the addresses that they stand in', () => {
  const clean = scrub(
    {
      path: '/v1/orders/order_7YqMx/start',
      id: 'order_7YqMx',
      shift: { '@id': '/api/shifts/48213', id: 48_213 },
    },
    null,
  )
  assert.match(clean.id, /^order_\d+$/)
  assert.equal(clean.path, `/v1/orders/${clean.id}/start`)
  assert.equal(clean.shift['@id'], `/api/shifts/${clean.shift.id}`)
  assert.doesNotMatch(JSON.stringify(scrub({ id: 'sarah_martin' }, null)), /sarah/)
})

test('the driver’s pay stays under the agreed key alone', () => {
  const order = { meta: { driver_pay: '12.50', tip_cash: '3.00', courier_fee: 900 } }
  assert.equal(scrub(order, 'driver_pay').meta.driver_pay, '12.50')
  assert.equal(scrub(order, 'courier_fee').meta.courier_fee, 900)
  assert.doesNotMatch(JSON.stringify(scrub(order, null)), /12\.50|3\.00|900/)
})

test('the wire’s own values, instants and addresses stay, so that an adapter can read them', () => {
  const shift = {
    '@id': '/api/shifts/open',
    path: '/api/shifts/open',
    startsAt: '2026-06-29T09:00:00+02:00',
    activity: 'delivery',
    slots: 2,
    timezone: 'Europe/Paris',
    currency_code: 'eur',
    roles: ['ROLE_USER', 'ROLE_COURIER'],
    tracking_statuses: [{ code: 'DISPATCHED' }, { code: 'CANCELED' }],
    message: 'Already applied to this shift',
  }
  assert.deepEqual(scrub(shift, null), shift)
  const named = scrub({ ...shift, name: 'open' }, null)
  assert.deepEqual([named.name, named.path], ['text-1', shift.path], 'a courier named as an address is')
  const lacks = scrub(
    { message: 'Missing required skill(s): Cargo of Mme Dupont, Cold', skill: 'Cold' },
    null,
  )
  assert.match(lacks.message, /^Missing required skill\(s\): text-\d, text-\d$/)
  assert.ok(lacks.message.endsWith(lacks.skill))
})
