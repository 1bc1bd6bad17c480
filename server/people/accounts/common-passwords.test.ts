import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { checkPassword } from '@madruga/core/accounts.ts'
import { loadCommonPasswords } from './password-judge.ts'

const LIST = readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
const person = { email: 'ana.lopez@example.com', firstName: 'Ana', lastName: 'López', phone: null }

test('each of the 10,000 commonest passwords is refused, however its letters are written', () => {
  const isCommon = loadCommonPasswords()
  const passwords = LIST.split('\n').filter(Boolean)
  assert.equal(passwords.length, 10_000)
  for (const typed of passwords.flatMap((each) => [each, each.toUpperCase()])) {
    const refusal = checkPassword(typed, person, isCommon)
    assert.equal(refusal, typed.length < 8 ? 'accounts.password_short' : 'accounts.password_common', typed)
  }
})

test('the list is the published one, to the letter', () => {
  const digest = createHash('sha256').update(LIST).digest('hex')
  assert.equal(digest, '0279e0e7d854dc40460db18a7cf2e09fb661837dc0ae7d3b8dc6e783ba5d84b4')
})

test('common words of Spanish are known too, and what no one uses is not', () => {
  const isCommon = loadCommonPasswords()
  for (const password of ['bendiciones', 'amorcito1', 'abuelita2024'])
    assert.equal(checkPassword(password, person, isCommon), 'accounts.password_common', password)
  for (const password of ['nine blue horses', 'correct horse', 'siete vacas verdes', 'kq7-vemo-2x'])
    assert.equal(checkPassword(password, person, isCommon), null, password)
})

test("the product's own words are no password, with what is hung on them", () => {
  const isCommon = loadCommonPasswords()
  const hung = ['madruga2026', 'Madrugador!', 'R3partidor1', 'SparkDriver9', 'operador123']
  for (const password of [...hung, 'madrugamadruga', 'Madruga1Madruga1', 'MADRUGA madruga!'])
    assert.equal(checkPassword(password, person, isCommon), 'accounts.password_common', password)
})
