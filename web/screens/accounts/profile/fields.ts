import type { Outputs } from '@madruga/core/contract.ts'
import type { Variant } from '@madruga/core/offers.ts'
import { readVariant } from '@madruga/core/variants.ts'

export type ProfileView = Outputs['accounts']['profile']

/** What the profile's form saves; e-mails and phone change by a code, the language at once. */
export type ProfileFields = {
  firstName: string
  lastName: string
  app: Variant
  timeZone: string
  callAlert: boolean
  emailAlert: boolean
  /** As the selection names it. */
  reminder: '60' | '30' | '15' | 'none'
}

export function toProfileFields(profile: ProfileView): ProfileFields {
  const { firstName, lastName, app, timeZone, callAlert, emailAlert, reminderMinutes } = profile
  const reminder = reminderMinutes === null ? 'none' : (String(reminderMinutes) as ProfileFields['reminder'])
  return { firstName, lastName, app, timeZone, callAlert, emailAlert, reminder }
}

const MINUTES = { '60': 60, '30': 30, '15': 15, none: null } as const

/** In the server's format. */
export function fromProfileFields(fields: ProfileFields) {
  const { reminder, ...others } = fields
  return {
    ...others,
    firstName: fields.firstName.trim(),
    lastName: fields.lastName.trim(),
    // A draft of another version may contain obsolete values.
    reminderMinutes: MINUTES[reminder] ?? null,
    app: readVariant(fields.app),
  }
}

export function sameProfile(a: ProfileFields, b: ProfileFields): boolean {
  return Object.entries(a).every(([name, value]) => b[name as keyof ProfileFields] === value)
}
