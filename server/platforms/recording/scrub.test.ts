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
      const clean = scrub([reply], secrets)
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

test('persons go without being named as secrets, the same one everywhere by the same pseudonym', () => {
  const reply = {
    token: 'eyJhbGciOiJIUzI1NiJ9.e30.c2ln',
    username: 'sarah',
    email: 'sarah@bikes.example',
    phone: '+33 6 12 34 56 78',
    mobile: 33_612_345_678,
    latlng: '48.856613,2.352222',
    latitude: 48.856613,
    comment: 'Ring at Mme Dupont, 12 rue de la Paix',
    assignments: [{ user: { '@id': '/api/users/7', username: 'sarah' } }],
    'hydra:description': 'sarah has applied already',
    owners: { 'Jeanne Dupont': 1 },
  }
  const clean = scrub(reply, [])
  assert.doesNotMatch(JSON.stringify(clean), /sarah|bikes|Dupont|Paix|eyJ|12 34|33612345678|856613/i)
  assert.equal(clean.assignments[0]?.user.username, clean.username)
  assert.equal(clean['hydra:description'], `${clean.username} has applied already`)
  assert.deepEqual([clean.latlng, clean.latitude], ['48,2', 49])
})

test('the wire’s own words, instants and addresses stay, so that an adapter can read them', () => {
  const shift = {
    '@id': '/api/shifts/17',
    path: '/api/shifts/open',
    startsAt: '2026-06-29T09:00:00+02:00',
    activity: 'delivery',
    slots: 2,
    timezone: 'Europe/Paris',
    currency_code: 'eur',
    roles: ['ROLE_USER', 'ROLE_COURIER'],
    message: 'Missing required skill(s): ',
  }
  assert.deepEqual(scrub({ ...shift, nickname: 'open' }, []), {
    ...shift,
    path: '/api/shifts/text-1',
    nickname: 'text-1',
  })
  assert.deepEqual(scrub(shift, []), shift)
})
