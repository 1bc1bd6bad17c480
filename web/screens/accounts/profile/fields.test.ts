import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromProfileFields, sameProfile, toProfileFields } from './fields.ts'
import type { ProfileView } from './fields.ts'

const saved = { firstName: 'Ana', lastName: 'Reyes', app: 'amazon', timeZone: 'America/Denver' } as const
const contact = { email: 'ana@example.com', preferredEmail: null, phone: '13055550142', phoneConfirmed: true }
const alerts = { callAlert: true, emailAlert: false, reminderMinutes: 30 } as const
const profile: ProfileView = { ...saved, ...contact, ...alerts, language: 'en' }

test('a profile that was not touched saves as it was; language and alerts are no part of it', () => {
  assert.deepEqual(fromProfileFields(toProfileFields(profile)), saved)
})

test('any input is a change, a change elsewhere is not', () => {
  const fields = toProfileFields(profile)
  assert.ok(sameProfile(fields, toProfileFields({ ...profile, phone: null, email: 'other@example.com' })))
  for (const change of [{ firstName: 'Eva' }, { app: 'spark' }] as const)
    assert.ok(!sameProfile(fields, { ...fields, ...change }), JSON.stringify(change))
})
