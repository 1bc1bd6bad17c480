import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromProfileFields, sameProfile, toProfileFields } from './fields.ts'
import type { ProfileView } from './fields.ts'

const saved = {
  firstName: 'Ana',
  lastName: 'Reyes',
  app: 'amazon',
  timeZone: 'America/Denver',
  callAlert: true,
  emailAlert: false,
  reminderMinutes: 30,
} as const
const contact = { email: 'ana@example.com', preferredEmail: null, phone: '13055550142', phoneConfirmed: true }
const profile: ProfileView = { ...saved, ...contact, language: 'en' }

test('a profile that was not touched saves as it was; the language is no part of it', () => {
  assert.deepEqual(fromProfileFields(toProfileFields(profile)), saved)
})

test('every reminder of the seed goes there and back, and none', () => {
  for (const reminderMinutes of [60, 30, 15, null] as const) {
    const fields = toProfileFields({ ...profile, reminderMinutes })
    assert.equal(fromProfileFields(fields).reminderMinutes, reminderMinutes)
  }
})

test('any input is a change, a change elsewhere is not', () => {
  const fields = toProfileFields(profile)
  assert.ok(sameProfile(fields, toProfileFields({ ...profile, phone: null, email: 'other@example.com' })))
  for (const change of [
    { firstName: 'Eva' },
    { app: 'spark' },
    { callAlert: false },
    { reminder: 'none' },
  ] as const)
    assert.ok(!sameProfile(fields, { ...fields, ...change }), JSON.stringify(change))
})
