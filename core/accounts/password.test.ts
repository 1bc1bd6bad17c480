import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkPassword } from '../accounts.ts'

const person = { email: 'ana.lopez@example.com', firstName: 'Ana', lastName: 'López', phone: '13055550142' }
const common = new Set(['password', 'sunshine', 'qwertyuiop', 'contraseña', 'p4ssphrase'])
const check = (password: string) => checkPassword(password, person, (text) => common.has(text))

test('eight characters of any kind are enough', () => {
  for (const password of [
    'correct horse',
    'ßäöü ñé!',
    '8 signs!',
    'MuyLargaYSinSignos',
    '🚚📦🛣️🌙⭐🌵🌮🎉',
    'x'.repeat(3) + 'y z'.repeat(60),
  ])
    assert.equal(check(password), null, password)
  for (const password of ['', 'seven s', '🚚📦🛣🌙⭐🌵🌮'])
    assert.equal(check(password), 'accounts.password_short', password)
})

test('common passwords are rejected, also with appended characters and look-alike letters', () => {
  for (const password of [
    'password',
    'PASSWORD',
    'Password1',
    'password2026!',
    'p@ssw0rd',
    'P455w0rd!!',
    'Sunshine99',
    'qwertyuiop',
    'contraseña',
    'contrasen\u0303a1',
    'p4ssphrase',
    'aaaaaaaa',
    'aabbabab',
    '12121212',
    '23456789',
    'hgfedcba',
  ])
    assert.equal(check(password), 'accounts.password_common', password)
})

test('a repeated text is as weak as the text', () => {
  for (const password of [
    'sunshinesunshine',
    'Sunshine Sunshine',
    'sunshine1-SUNSHINE2!',
    'Sunshine&sunsh1ne&sunshine',
    'abcabcabc',
    'a1b2a1b2',
    'analopezAnaLopez',
    'q7-q7-q7-q7',
  ])
    assert.equal(check(password), 'accounts.password_common', password)
  for (const password of ['nine blue horses nine blue horses', 'papa came back', '4m7a2m9a'])
    assert.equal(check(password), null, password)
})

test("a person's own name, address or phone is rejected as a password", () => {
  for (const password of [
    'ana.lopez@example.com',
    'Ana.Lopez',
    'analopez2026',
    'Ana López',
    'López Ana',
    'lopez.ana',
    '13055550142',
    '3055550142',
  ])
    assert.equal(check(password), 'accounts.password_common', password)
  assert.equal(check('ana works in miami'), null)
})
