import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeviceToken } from './push-devices.ts'

test("a token of Firebase has its alphabet, one of Apple's is whole octets in lower-case hex", () => {
  assert.ok(isDeviceToken('fcm', `dKx_9-Q${'a'.repeat(15)}:APA91b${'Z'.repeat(134)}`))
  assert.ok(isDeviceToken('apns', 'ab01'.repeat(16)))
  assert.ok(isDeviceToken('apns', 'ab01'.repeat(40)))
})

test('nothing that would lead an address or a query elsewhere is a token', () => {
  for (const token of [
    '',
    'short',
    '../'.repeat(30),
    `${'a'.repeat(30)}/x`,
    `${'a'.repeat(30)}\n`,
    'é'.repeat(30),
  ])
    assert.ok(!isDeviceToken('fcm', token), token)
  for (const token of [
    '',
    'AB01'.repeat(16),
    'ab01'.repeat(15),
    `${'ab01'.repeat(16)}a`,
    `${'ab01'.repeat(16)}/..`,
  ])
    assert.ok(!isDeviceToken('apns', token), token)
})
