import type { Outputs } from '@madruga/core/contract.ts'
import type { Variant } from '@madruga/core/offers.ts'
import { readVariant } from '@madruga/core/variants.ts'

export type ProfileView = Outputs['accounts']['profile']

/** What the profile's form saves; contacts change by a code, the language at once, alerts on their screen. */
export type ProfileFields = { firstName: string; lastName: string; app: Variant; timeZone: string }

export function toProfileFields(profile: ProfileView): ProfileFields {
  const { firstName, lastName, app, timeZone } = profile
  return { firstName, lastName, app, timeZone }
}

/** In the server's format. */
export function fromProfileFields(fields: ProfileFields) {
  return {
    ...fields,
    firstName: fields.firstName.trim(),
    lastName: fields.lastName.trim(),
    // A draft of another version may contain obsolete values.
    app: readVariant(fields.app),
  }
}

export function sameProfile(a: ProfileFields, b: ProfileFields): boolean {
  return Object.entries(a).every(([name, value]) => b[name as keyof ProfileFields] === value)
}
