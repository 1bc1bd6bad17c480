import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { z } from 'zod'
import { isCode, maskEmail, maskPhone, readEmail, phoneFormOf, readPhone, refusePhone } from '../accounts.ts'
import { countryCodeOf, needsPhone, readReferralCode, readTypedCode } from '../accounts.ts'

const digits = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length })
const exchange = digits(3).filter((three) => /^(?!.11)[2-9]/.test(three))
const usNumber = fc
  .tuple(fc.constantFrom('305', '212', '786', '939', '800'), exchange, digits(4))
  .map((parts) => parts.join(''))
const dressing = fc.constantFrom('', ' ', '-', '(', ')', '.', '+', ' - ', ' ')

test('a phone is stored the same for every notation of its ten digits', () => {
  fc.assert(
    fc.property(usNumber, fc.array(dressing, { minLength: 11, maxLength: 11 }), (number, signs) => {
      const typed = signs[10] + [...number].map((digit, index) => signs[index] + digit).join('')
      assert.equal(readPhone(typed, 'new'), `1${number}`)
      assert.equal(readPhone(`1${number}`, 'full'), `1${number}`)
    }),
  )
})

test('a friend’s phone may come with its leading 1', () => {
  for (const typed of ['3055550142', '1 305 555 0142', '+1 (305) 555-0142', '13055550142'])
    assert.equal(readPhone(typed, 'any'), '13055550142', typed)
  for (const typed of [
    '',
    '1',
    '305555014',
    '113055550142',
    '1055550142',
    '+52 305 555 0142',
    '305555014a',
    'a3055550142',
  ])
    assert.equal(readPhone(typed, 'any'), null, typed)
})

test('a phone of another length or with other characters is rejected', () => {
  fc.assert(
    fc.property(digits(9), digits(11), (shorter, longer) => {
      assert.equal(readPhone(shorter, 'new'), null)
      assert.equal(readPhone(longer, 'new'), null)
    }),
  )
  for (const typed of ['', '305555014a', '3055550142x9', '0305555014', '1305555014', '305\n5550142;'])
    assert.equal(readPhone(typed, 'new'), null, typed)
})

test('a number that cannot exist is rejected, with and without its leading 1', () => {
  for (const typed of [
    '3051550142',
    '3050550142',
    '9115550142',
    '4115550142',
    '3059110142',
    '3052110142',
    '3905550142',
    '9905550142',
    '3705550142',
    '9605550142',
    '5555550142',
    '0000000000',
    '1111111111',
    '9999999999',
  ]) {
    assert.equal(readPhone(typed, 'new'), null, typed)
    assert.equal(readPhone(`1${typed}`, 'any'), null, typed)
    assert.equal(readPhone(`1${typed}`, 'full'), null, typed)
    assert.equal(refusePhone(typed, 'new'), 'accounts.phone_impossible', typed)
    assert.equal(refusePhone(`1${typed}`, 'full'), 'accounts.phone_impossible', typed)
  }
})

test('each field says how many digits it wants', () => {
  for (const [typed, as, code] of [
    ['3055550142', 'new', null],
    ['13055550142', 'new', 'accounts.phone_10_digits'],
    ['13055550142', 'any', null],
    ['305555014', 'any', 'accounts.phone_10_digits'],
    ['1 911 555 0142', 'any', 'accounts.phone_impossible'],
    ['13055550142', 'full', null],
    ['3055550142', 'full', 'accounts.phone_11_digits'],
  ] as const)
    assert.equal(refusePhone(typed, as), code, `${typed} ${as}`)
})

test('a phone may be typed in digits of any script', () => {
  for (const typed of [
    '３０５５５５０１４２',
    '٣٠٥٥٥٥٠١٤٢',
    '(305)\u200e 555‑0142',
    '\u202a305.555.0142\u202c',
  ])
    assert.equal(readPhone(typed, 'new'), '13055550142', typed)
})

test('every parsed phone is valid for the profile', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), usNumber, digits(10)), (typed) => {
      const phone = readPhone(typed, 'new')
      assert.ok(phone === null || readPhone(phone, 'full') === phone)
    }),
  )
})

test('the profile accepts eleven digits with the leading 1, without spaces or symbols', () => {
  assert.equal(readPhone('13055550142', 'full'), '13055550142')
  for (const typed of [
    '3055550142',
    '23055550142',
    '1 3055550142',
    '+13055550142',
    '1-305-555-0142',
    '130555501422',
    '13055550142\n',
    '10055550142',
    '13051550142',
    '19115550142',
    '13059110142',
  ])
    assert.equal(readPhone(typed, 'full'), null, typed)
})

test('a courier’s phone has its country code, after + or 00, in any notation', () => {
  for (const [typed, stored] of [
    ['+34 612 345 678', '34612345678'],
    ['0034 612-345-678', '34612345678'],
    ['+44 (0)7911 123456', '447911123456'],
    ['+39 06 1234 5678', '390612345678'],
    ['+225 07 01 23 45 67', '2250701234567'],
    ['+1 (305) 555-0142', '13055550142'],
    ['\u202a+٣٤ ٦١٢٣٤٥٦٧٨\u202c', '34612345678'],
  ] as const) {
    assert.equal(readPhone(typed, 'international'), stored, typed)
    assert.equal(refusePhone(typed, 'international'), null, typed)
  }
})

test('a phone that may be of several countries, or of none, is rejected with what to write', () => {
  for (const typed of [
    '',
    '612 345 678',
    '3055550142',
    '13055550142',
    '+',
    '+34',
    '+0612345678',
    '+34x612345678',
  ])
    assert.equal(refusePhone(typed, 'international'), 'accounts.phone_country_code', typed)
  for (const typed of ['+44 07911 123456', '+49 0151 23456789', '+34 612 345 678 901 234', '+305 555'])
    assert.equal(refusePhone(typed, 'international'), 'accounts.phone_country_code', typed)
  for (const typed of ['+1 911 555 0142', '0013051550142'])
    assert.equal(refusePhone(typed, 'international'), 'accounts.phone_impossible', typed)
})

test('couriers and operators write the country code, drivers of United States apps never', () => {
  assert.equal(phoneFormOf({ variant: 'courier' }, 'new'), 'international')
  assert.equal(phoneFormOf({ variant: 'amazon', role: 'operator' }, 'full'), 'international')
  assert.equal(phoneFormOf({ variant: 'amazon', role: 'driver' }, 'full'), 'full')
  assert.equal(phoneFormOf({ variant: 'spark' }, 'new'), 'new')
})

const label = fc.stringMatching(/^[a-z]([a-z0-9]{0,8}[a-z0-9])?$/)
const address = fc
  .tuple(
    fc.stringMatching(/^[a-zA-Z0-9]([a-zA-Z0-9._+-]{0,20}[a-zA-Z0-9])?$/),
    label,
    fc.stringMatching(/^[a-z]{2,6}$/),
  )
  .filter(([local]) => !local.includes('..'))
  .map(([local, host, top]) => `${local}@${host}.${top}`)

test('an address is stored trimmed and in lower case, and parsing it again changes nothing', () => {
  fc.assert(
    fc.property(address, fc.constantFrom('', ' ', '\t', '\n'), (typed, blank) => {
      const kept = readEmail(blank + typed + blank)
      assert.equal(kept, typed.toLowerCase())
      assert.equal(readEmail(kept ?? ''), kept)
    }),
  )
})

test('every parsed address is exactly one address', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.emailAddress(),
        fc.tuple(address, fc.string(), address).map((all) => all.join('')),
      ),
      (typed) => {
        const kept = readEmail(typed)
        if (kept === null) return
        assert.equal(kept.split('@').length, 2)
        assert.doesNotMatch(kept, /[\s,;<>"()[\]\\:\0\u0080-\uffff]/)
        assert.ok(kept.length <= 254)
        // Mail goes to addresses of this pattern alone.
        assert.ok(z.email({ pattern: z.regexes.html5Email }).safeParse(kept).success, kept)
      },
    ),
  )
})

const longAddress = (local: number, last: number) =>
  `${'a'.repeat(local)}@${`${'b'.repeat(61)}.`.repeat(3)}${'c'.repeat(last)}`

test('text that is not one plain address is rejected, also several or one with a name', () => {
  for (const typed of [
    '',
    '@',
    'ana',
    'ana@',
    '@example.com',
    'ana@example',
    'ana@example.c',
    'ana@-example.com',
    'ana@example..com',
    'ana..b@example.com',
    '.ana@example.com',
    'a@b@example.com',
    'ana@example.com,eva@example.com',
    'Ana <ana@example.com>',
    '"ana"@example.com',
    'ana@[127.0.0.1]',
    'ana@127.0.0.1',
    'ana@example.c0m',
    "ana'@example.com",
    'a!b@example.com',
    'ana@exam ple.com',
    'ana\0@example.com',
    'añá@example.com',
    `${'a'.repeat(65)}@example.com`,
    `ana@${'a'.repeat(64)}.com`,
    `ana@${'abcdefgh.'.repeat(30)}com`,
  ])
    assert.equal(readEmail(typed), null, typed)
  // 64 signs before the sign, 254 in all.
  assert.deepEqual([longAddress(64, 3).length, readEmail(longAddress(64, 3))], [254, longAddress(64, 3)])
  assert.equal(readEmail(longAddress(64, 4)), null)
  assert.equal(readEmail(longAddress(65, 2)), null)
  assert.equal(readEmail(' Ana@Demo.Madruga '), 'ana@demo.madruga')
})

test('an address that a mail provider issues is accepted', () => {
  for (const typed of [
    'ana&luis@example.com',
    'ana/luis@example.com',
    'a&b/c.d+e@example.com',
    'ana@example.xn--p1ai',
    'ana@xn--e1afmkfd.xn--80akhbyknj4f',
    'ana@example.xn--clchc0ea0b2g2a9gcd',
  ])
    assert.equal(readEmail(typed), typed)
  for (const typed of ['ana@example.xn--', 'ana@example.xn--a-', 'ana@example.x1', 'ana@example.a-b'])
    assert.equal(readEmail(typed), null, typed)
})

test('a mask shows only one character and the host, or four digits', () => {
  assert.equal(maskEmail('ana@example.com'), 'a…@example.com')
  assert.equal(maskPhone('13055550199'), '…0199')
  fc.assert(
    fc.property(address, usNumber, (email, number) => {
      const [local = '', host] = email.split('@')
      assert.equal(maskEmail(email), `${local[0]}…@${host}`)
      assert.equal(maskPhone(`1${number}`), `…${number.slice(6)}`)
    }),
  )
})

test('a code may be pasted with separators', () => {
  assert.equal(readTypedCode(' 123-456 '), '123456')
  for (const typed of [
    '123 456',
    '１２３４５６',
    '١٢٣٤٥٦',
    '123\u2011456',
    '123–456',
    '123—456',
    '123−456',
    '\u200e123456\u200f',
    '\ufeff123\u00a0456',
    '123\u200b456',
    '123\u2060456',
  ])
    assert.equal(readTypedCode(typed), '123456', typed)
  assert.ok(isCode('000000') && !isCode('00000') && !isCode('0000000') && !isCode('00000a'))
})

test('a referral code has letters and digits and is optional', () => {
  assert.equal(readReferralCode(' ana-4k7 '), 'ANA4K7')
  assert.equal(readReferralCode('ＡＮＡ–4k７\u200e'), 'ANA4K7')
  assert.equal(readReferralCode(''), '')
  for (const typed of ['a_b', 'año', "x' or 1", 'a'.repeat(21), 'a\0'])
    assert.equal(readReferralCode(typed), null, typed)
})

const needs = (form: 'new' | 'international', channel: 'sms' | 'email', phone: string) =>
  needsPhone({ form, channel, phone })

test('a courier whose code comes by e-mail needs no phone, everyone else does', () => {
  assert.deepEqual(
    [
      needs('international', 'email', ' '),
      needs('international', 'email', '+34'),
      needs('international', 'sms', ''),
    ],
    [false, true, true],
  )
  assert.deepEqual([needs('new', 'email', ''), needs('new', 'sms', '')], [true, true])
})

test('a stored phone begins with a country code of one, two or three digits', () => {
  const codes = {
    '1': '3055550142',
    '7': '9161234567',
    '34': '612345678',
    '20': '1001234567',
    '351': '912345678',
  }
  for (const [code, rest] of Object.entries(codes)) assert.equal(countryCodeOf(code + rest), code)
})
