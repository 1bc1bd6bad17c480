import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '../time.ts'
import {
  decideFile,
  domainsOf,
  dueOf,
  INSTANCE_CODE_MS,
  isAdministrator,
  isCodeOpen,
  isConfirmed,
  openCode,
  readConfirmationFile,
} from './confirmation.ts'
import type { Confirmation } from './confirmation.ts'

const NOW = Date.UTC(2026, 10, 27, 12)
const ORIGIN = 'https://coop.example.org'
const TOKEN = 'madruga-confirmation=abc'
const confirmed: Confirmation = { origin: ORIGIN, by: 'file', at: NOW, checkedAt: NOW, withdrawnAt: null }

test('the file holds the token and nothing else', () => {
  const read = (status: number, body: string) => readConfirmationFile({ status, body }, TOKEN)
  assert.equal(read(200, TOKEN), 'present')
  assert.equal(read(200, `${TOKEN}\r\n`), 'present')
  for (const body of ['', `<html>${TOKEN}</html>`, `${TOKEN}x`, `${TOKEN} ${TOKEN}`, TOKEN.toUpperCase()])
    assert.equal(read(200, body), 'absent', body)
  for (const status of [204, 301, 302, 307, 401, 403, 404, 410]) assert.equal(read(status, TOKEN), 'absent')
  for (const status of [429, 500, 502, 503]) assert.equal(read(status, TOKEN), 'unknown')
})

test('a confirmation is of the server that gave it', () => {
  assert.equal(isConfirmed(confirmed, `${ORIGIN}/api`), true)
  for (const moved of ['https://other.example.org', 'http://coop.example.org', `${ORIGIN}:8443`])
    assert.equal(isConfirmed(confirmed, moved), false, moved)
  assert.equal(isConfirmed(null, ORIGIN), false)
  assert.equal(isConfirmed({ ...confirmed, withdrawnAt: NOW }, ORIGIN), false)
})

test('a file that is there confirms, one that is gone withdraws, and a silent server changes nothing', () => {
  const later = NOW + DAY_MS
  assert.deepEqual(decideFile(null, 'present', ORIGIN, NOW), confirmed)
  assert.deepEqual(decideFile(confirmed, 'present', ORIGIN, later), { ...confirmed, checkedAt: later })
  const gone = decideFile(confirmed, 'absent', ORIGIN, later)
  assert.deepEqual(gone, { ...confirmed, checkedAt: later, withdrawnAt: later })
  assert.equal(decideFile(gone, 'absent', ORIGIN, later + 1), gone)
  assert.deepEqual(decideFile(gone, 'present', ORIGIN, later + 1), {
    ...confirmed,
    at: later + 1,
    checkedAt: later + 1,
  })
  assert.equal(decideFile(confirmed, 'unknown', ORIGIN, later), confirmed)
  assert.equal(decideFile(null, 'absent', ORIGIN, later), null)
  const byMail: Confirmation = { ...confirmed, by: 'mail' }
  assert.equal(decideFile(byMail, 'absent', ORIGIN, later), byMail)
})

test('a file is read again after a day, and the word of an administrator ends after a year', () => {
  assert.equal(dueOf(confirmed, NOW + DAY_MS - 1), null)
  assert.equal(dueOf(confirmed, NOW + DAY_MS), 'file')
  const byMail: Confirmation = { ...confirmed, by: 'mail' }
  assert.equal(dueOf(byMail, NOW + 365 * DAY_MS - 1), null)
  assert.equal(dueOf(byMail, NOW + 365 * DAY_MS), 'end')
})

test('an administrator has a name of RFC 2142 at the host or a domain above it', () => {
  assert.deepEqual(domainsOf(`${ORIGIN}/x`), ['coop.example.org', 'example.org'])
  for (const none of ['https://10.0.0.5', 'https://[::1]', 'http://localhost:3000'])
    assert.deepEqual(domainsOf(none), [], none)
  for (const email of ['admin@coop.example.org', 'Postmaster@example.org', ' webmaster@example.org '])
    assert.equal(isAdministrator(email, ORIGIN), true, email)
  for (const email of [
    'olivia@example.org',
    'admin@org',
    'admin@evil.example',
    'admin@xexample.org',
    'admin@sub.coop.example.org',
    'admin@example.org@evil.example',
    'admin',
    '',
  ])
    assert.equal(isAdministrator(email, ORIGIN), false, email)
})

test('three codes are sent a day, and each is valid for a day with five tries', () => {
  const made = { origin: ORIGIN, email: 'admin@example.org', digest: 'd' }
  let code = openCode(null, made, NOW)!
  assert.deepEqual([code.triesLeft, code.expiresAt], [5, NOW + INSTANCE_CODE_MS])
  code = openCode(openCode(code, made, NOW + 1)!, made, NOW + 2)!
  assert.equal(openCode(code, made, NOW + DAY_MS - 1), null)
  assert.ok(openCode(code, made, NOW + DAY_MS))
  assert.equal(isCodeOpen(code, ORIGIN, code.expiresAt - 1), true)
  assert.equal(isCodeOpen(code, ORIGIN, code.expiresAt), false)
  assert.equal(isCodeOpen({ ...code, triesLeft: 1 }, ORIGIN, NOW), true)
  assert.equal(isCodeOpen({ ...code, triesLeft: 0 }, ORIGIN, NOW), false)
  assert.equal(isCodeOpen({ ...code, digest: null }, ORIGIN, NOW), false)
  assert.equal(isCodeOpen(code, 'https://other.example.org', NOW), false)
  assert.equal(isCodeOpen(null, ORIGIN, NOW), false)
})
