import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recipientsOf } from './recipients.ts'
import type { Reachable } from './recipients.ts'

const ana: Reachable = {
  email: 'ana@example.com',
  preferredEmail: null,
  phone: '15550100200',
  phoneConfirmed: true,
  pushDeviceIds: ['d1', 'd2'],
}

test('e-mail goes to the preferred address, and to the one of the account where there is none', () => {
  assert.deepEqual(recipientsOf(ana, 'email'), { recipients: ['ana@example.com'], why: null })
  const preferring = { ...ana, preferredEmail: 'work@example.com' }
  assert.deepEqual(recipientsOf(preferring, 'email'), { recipients: ['work@example.com'], why: null })
})

test('SMS and calls go only to a phone that the driver has proven to hold', () => {
  for (const channel of ['sms', 'call'] as const) {
    assert.deepEqual(recipientsOf(ana, channel), { recipients: ['15550100200'], why: null })
    const unproven = { ...ana, phoneConfirmed: false }
    assert.deepEqual(recipientsOf(unproven, channel), { recipients: [], why: 'phone_not_confirmed' })
    assert.deepEqual(recipientsOf({ ...ana, phone: null }, channel), { recipients: [], why: 'no_phone' })
  }
})

test('push goes to every device', () => {
  assert.deepEqual(recipientsOf(ana, 'push'), { recipients: ['d1', 'd2'], why: null })
  assert.deepEqual(recipientsOf({ ...ana, pushDeviceIds: [] }, 'push'), { recipients: [], why: 'no_device' })
})
