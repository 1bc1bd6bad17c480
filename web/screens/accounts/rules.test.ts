import { listTimeZones } from '../../ui/time-zones.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkAccount, checkChange, checkContact, checkNewPassword, checkOwner } from './rules.ts'
import { judgeStrength } from './strength.ts'

const account = {
  firstName: 'Ana',
  lastName: 'Reyes',
  password: 'un camino de noche',
  confirmPassword: 'un camino de noche',
  consent: true,
  referralCode: '',
  timeZone: 'America/Denver',
}

const check = (change: Partial<typeof account>) =>
  checkAccount(
    { ...account, phone: '3055550142', ...change },
    { email: 'ana@example.com', variant: 'amazon' },
  ).map(({ path, code }) => `${path} ${code}`)
const codes = (value: string, form: 'full' | 'international' = 'full') =>
  checkChange('phone', { value, password: 'x' }, form).map(({ code }) => code)
const ana = { email: 'ana@example.com', phone: '3055550142', variant: 'amazon', channel: 'sms' } as const
const judge = (password: string) => judgeStrength(password, 'ana.reyes@example.com')

test('the first step wants a valid e-mail and ten digits', () => {
  assert.deepEqual(checkContact(ana), [])
  assert.deepEqual(checkContact({ ...ana, email: 'ana@', phone: '305555014' }), [
    { path: 'email', code: 'accounts.email_invalid' },
    { path: 'phone', code: 'accounts.phone_10_digits' },
  ])
  assert.deepEqual(checkOwner({ email: 'ana@example.com' }), [])
})

test('a courier gives the country code, or no phone where the code comes by e-mail', () => {
  const ines = { ...ana, variant: 'courier', phone: '+34 612 345 678' } as const
  const phoneOf = (change: Partial<Parameters<typeof checkContact>[0]>) =>
    checkContact({ ...ines, ...change }).map(({ code }) => code)
  assert.deepEqual(phoneOf({}), [])
  assert.deepEqual(phoneOf({ phone: '', channel: 'email' }), [])
  assert.deepEqual(phoneOf({ phone: '' }), ['accounts.phone_country_code'])
  assert.deepEqual(phoneOf({ phone: '612 345 678', channel: 'email' }), ['accounts.phone_country_code'])
  assert.deepEqual(phoneOf({ phone: '', channel: 'email', variant: 'amazon' }), ['accounts.phone_10_digits'])
})

test('the last step names every field that is not right, in the order of the form', () => {
  assert.deepEqual(check({}), [])
  assert.deepEqual(check({ lastName: '  ' }), ['lastName field.required'])
  assert.deepEqual(check({ confirmPassword: 'otra cosa' }), ['confirmPassword accounts.passwords_differ'])
  assert.deepEqual(check({ password: '13055550142', confirmPassword: '13055550142' }), [
    'password accounts.password_common',
  ])
  assert.deepEqual(check({ consent: false, referralCode: 'a b!', timeZone: 'Mars' }), [
    'timeZone accounts.time_zone_unknown',
    'referralCode accounts.referral_code_invalid',
    'consent accounts.consent_missing',
  ])
})

test('a phone of the profile has 11 digits with the leading 1 and nothing else', () => {
  assert.deepEqual(codes('13055550142'), [])
  for (const value of ['3055550142', '1 305 555 0142', '+13055550142', '130555501422'])
    assert.deepEqual(codes(value), ['accounts.phone_11_digits'], value)
  assert.deepEqual(
    checkChange('preferredEmail', { value: 'ana', password: '' }, 'full').map(({ path }) => path),
    ['value', 'password'],
  )
  assert.deepEqual(codes('+34 612 345 678', 'international'), [])
  assert.deepEqual(codes('13055550142', 'international'), ['accounts.phone_country_code'])
})

test('the strength of a password is honest', () => {
  assert.equal(judge(''), null)
  assert.equal(judge('Kp4!x'), 'short')
  // Capitals, digits and symbols do not make a well-known word a good password.
  for (const password of ['Password1!', 'P@ssw0rd', '12345678', 'aaaaaaaaaaaa', 'ana.reyes@example.com'])
    assert.equal(judge(password), 'common', password)
  assert.equal(judge('kolibri azul'.slice(0, 9)), 'fair')
  assert.equal(judge('kolibri azul'), 'good')
  assert.equal(judge('kolibri azul de noche'), 'strong')
  assert.equal(checkNewPassword({ password: 'Password1!', confirmPassword: '' }).length, 2)
})

/** The two zones on top of the list. */
function firstZones(chosen: string, here: string): string[] {
  const { near, home, others } = listTimeZones('en-US', chosen, here)
  const all = [...near, ...home, ...others].map(({ zone }) => zone)
  assert.equal(new Set(all).size, all.length)
  assert.ok(all.includes('America/New_York') && all.includes('Europe/Paris'))
  return all.slice(0, 2)
}

test('the zones begin with the device’s and the chosen one, and with those of the United States only for who is there', () => {
  assert.deepEqual(firstZones('Europe/Madrid', 'Europe/Paris'), ['Europe/Paris', 'Europe/Madrid'])
  assert.deepEqual(firstZones('America/Denver', 'America/New_York'), ['America/New_York', 'America/Chicago'])
  assert.deepEqual(firstZones('America/New_York', 'Europe/Paris'), ['Europe/Paris', 'America/New_York'])
})
