import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_HOUSE_RULES } from './house-rules.ts'
import { isAnsweredByTest, isDraftVariant, isSameServer, validateInstance } from './instances.ts'
import type { InstanceInput, StoredInstance } from './instances.ts'
import { VARIANTS } from './variants.ts'

const TODAY = '2026-11-24'
const GOOD: InstanceInput = {
  kind: 'fleetbase',
  name: 'Riders of Lisbon',
  baseUrl: 'https://api.riders.example',
  key: 'flb_live_1',
  options: { currency: 'EUR', timeZone: 'Europe/Lisbon' },
  authorisedBy: 'Marta Lopes',
  authorisedOn: '2026-11-24',
  maxRequestsPerMinute: 120,
  allowPrivate: false,
}

const refusal = (baseUrl: string, allowPrivate = false) => codes({ baseUrl, allowPrivate })[0]
const socket = (socketUrl: string) => codes({ options: { ...GOOD.options, socketUrl } })
const price = (cents: number) => codes({ memberPrice: { cents, currency: 'EUR' } })
const STORED = { baseUrl: GOOD.baseUrl, hasKey: true }
const codes = (changed: Partial<InstanceInput>, before: StoredInstance | null = null) =>
  validateInstance({ ...GOOD, ...changed }, TODAY, before).map(({ path, code }) => `${path} ${code}`)

test('a complete record is stored', () => {
  assert.deepEqual(codes({}), [])
  assert.deepEqual(codes({ key: null }, STORED), [], 'a stored key stays')
  assert.deepEqual(codes({ kind: 'coopcycle', key: null }), [], 'CoopCycle needs no key')
  assert.deepEqual(socket('wss://socket.riders.example'), [])
})

test('a Fleetbase record says currency and time zone, which a test may find out', () => {
  assert.deepEqual(codes({ options: {} }), [
    'options.currency instances.missing',
    'options.timeZone instances.missing',
  ])
  assert.deepEqual(codes({ options: { currency: 'Euro', timeZone: 'Lisbon' } }), [
    'options.currency instances.currency_invalid',
    'options.timeZone instances.time_zone_invalid',
  ])
  const found = validateInstance({ ...GOOD, name: '', options: {} }, TODAY)
  assert.deepEqual(
    found.filter((finding) => !isAnsweredByTest(finding)).map(({ path }) => path),
    ['name'],
  )
  assert.equal(isAnsweredByTest({ path: 'options.currency', code: 'instances.currency_invalid' }), false)
})

test('a key does not go along to another server', () => {
  const moved = { baseUrl: 'https://api.strangers.example' }
  assert.deepEqual(codes({ ...moved, key: null }, STORED), ['key instances.key_again'])
  assert.deepEqual(codes(moved, STORED), [], 'entered again')
  assert.deepEqual(codes({ baseUrl: `${GOOD.baseUrl}/v1`, key: null }, STORED), [], 'the same server')
  assert.deepEqual(codes({ ...moved, kind: 'coopcycle', key: null }, STORED), [], 'CoopCycle needs no key')
  assert.equal(isSameServer('riders', GOOD.baseUrl), false, 'no address')
})

test('who authorised it and when must be known', () => {
  assert.deepEqual(codes({ name: ' ', authorisedBy: '', key: null }), [
    'name instances.missing',
    'key instances.missing',
    'authorisedBy instances.missing',
  ])
  assert.deepEqual(codes({ authorisedOn: '2026-11-25' }), ['authorisedOn instances.date_future'])
  assert.deepEqual(codes({ authorisedOn: '2026-11-23' }), [])
  for (const authorisedOn of ['', '2026-11', '2026-02-30', '24.11.2026'])
    assert.deepEqual(codes({ authorisedOn }), ['authorisedOn instances.date_invalid'])
})

test('the address has TLS beyond this machine and no credentials', () => {
  assert.equal(refusal('http://api.riders.example'), 'baseUrl instances.url_insecure')
  assert.equal(refusal('http://api.riders.example', true), 'baseUrl instances.url_insecure')
  assert.equal(refusal('https://me:secret@api.riders.example'), 'baseUrl instances.url_credentials')
  assert.equal(refusal('https://api.riders.example/?key=1'), 'baseUrl instances.url_invalid')
  assert.equal(refusal(' '), 'baseUrl instances.missing')
  for (const text of ['ftp://riders.example', 'riders.example', 'https://'])
    assert.equal(refusal(text), 'baseUrl instances.url_invalid', text)
  for (const text of ['http://localhost:3000', 'http://127.0.0.1', 'https://[::1]']) {
    assert.equal(refusal(text), 'baseUrl instances.url_private', text)
    assert.equal(refusal(text, true), undefined, text)
  }
  assert.deepEqual(socket('ws://riders.example'), ['options.socketUrl instances.url_insecure'])
  assert.deepEqual(socket('https://riders.example'), ['options.socketUrl instances.url_invalid'])
})

test('a public numeric address needs no permission', () => {
  for (const host of ['8.8.8.8', '[2606:4700::1111]'])
    assert.equal(refusal(`https://${host}`), undefined, host)
})

test('a numeric address of a private network needs permission, and a link-local one is never allowed', () => {
  for (const host of ['10.0.0.5', '172.20.1.1', '192.168.1.9', '100.64.0.1', '[fd00::5]']) {
    assert.equal(refusal(`https://${host}`), 'baseUrl instances.url_private', host)
    assert.equal(refusal(`https://${host}`, true), undefined, host)
  }
  for (const host of [
    '169.254.169.254',
    '0.0.0.0',
    '224.0.0.1',
    '[fe80::1]',
    '[::10.0.0.1]',
    '[::127.0.0.1]',
    '[0:1::1]',
    '[fec0::1]',
    '[fc::1]',
    '[64:ff9b::a00:1]',
    '[::ffff:10.0.0.5]',
    '0xa9fea9fe',
  ])
    assert.equal(refusal(`https://${host}`, true), 'baseUrl instances.url_forbidden', host)
  for (const host of ['172.32.0.1', '100.128.0.1', '11.0.0.1', '10.example.com'])
    assert.equal(refusal(`https://${host}`), undefined, host)
})

test('a key is of characters that a header bears', () => {
  for (const key of ['flb live', 'flb_lïve', 'flb\nlive'])
    assert.deepEqual(codes({ key }), ['key instances.key_invalid'], key)
})

test('a price for members is whole cents above nothing and at most 1,000 of a currency', () => {
  for (const cents of [0, -1, 0.5, 100_001, Number.NaN])
    assert.deepEqual(price(cents), ['memberPrice.cents instances.price_range'], String(cents))
  for (const cents of [1, 100_000]) assert.deepEqual(price(cents), [])
})

test('members pay in the currency in which the record says that they are paid', () => {
  const anyOf = { kind: 'coopcycle', key: null, options: {} } as const
  assert.deepEqual(codes({ ...anyOf, memberPrice: { cents: 1, currency: 'USD' } }), [], 'it says none')
  for (const currency of ['USD', 'euro', ''])
    assert.deepEqual(
      codes({ memberPrice: { cents: 1, currency } }),
      ['memberPrice.currency instances.currency_invalid'],
      currency,
    )
})

test('requests a minute are 1 to 10,000', () => {
  for (const maxRequestsPerMinute of [0, 10_001, 1.5, Number.NaN])
    assert.deepEqual(codes({ maxRequestsPerMinute }), ['maxRequestsPerMinute instances.rate_range'])
  for (const maxRequestsPerMinute of [1, 10_000]) assert.deepEqual(codes({ maxRequestsPerMinute }), [])
})

test('a rule of the house is refused beyond its bounds, and none is needed', () => {
  const houseRules = { ...NO_HOUSE_RULES, maxHoursPerDay: 25 }
  assert.deepEqual(codes({ houseRules }), ['houseRules.maxHoursPerDay instances.house_rule_range'])
  assert.deepEqual(codes({ houseRules: NO_HOUSE_RULES }), [])
})

test('only the app whose platforms are all reached by drafts is one itself', () => {
  assert.deepEqual(VARIANTS.filter(isDraftVariant), ['courier'])
})
