import type { Platform, PlatformCapabilities } from '../model.ts'
import { trouble } from './rest.ts'

/** Of a platform that can nothing but list, accept and hold. An adapter adds what its own can. */
export const NO_CAPABILITIES: PlatformCapabilities = {
  push: false,
  instantOffers: false,
  checkIn: false,
  release: false,
  decline: false,
  humanVerification: false,
  acceptStarts: false,
  waitlist: false,
  readBacks: 0,
  identity: 'user_name',
}

/** What a driver reads of a block that the platform does not know. */
export const NOT_FOUND = {
  ok: true,
  value: { refused: 'not_found', opensAt: null, distanceM: null },
} as const

/** The one place of a platform that has no stations, as far as it is the same everywhere. */
export const PLACE = { variant: 'courier', address: '', city: '', state: '', programme: 'place' } as const

/** What the operator grants takes its place (`openInstance`). */
const QUOTA_PER_HOUR = 600

/** The calls behind those capabilities. An adapter replaces what its platform has. */
export const ABSENT_CALLS = {
  refresh: async () => ({ ok: false, problem: trouble('sign_in_needed', 'tokens are not renewed') }),
  limits: async () => ({ ok: true, value: { quotaPerHour: QUOTA_PER_HOUR, remaining: QUOTA_PER_HOUR } }),
  release: async () => NOT_FOUND,
  checkIn: async () => NOT_FOUND,
  setLocation: async () => ({ ok: true, value: null }),
  instantOffers: async () => ({ ok: true, value: { enabled: false, confirmation: 'confirmed' } }),
  verification: async () => ({ ok: true, value: null }),
  answerVerification: async () => ({ ok: true, value: { solved: false } }),
  close: async () => {},
} satisfies Partial<Platform>
