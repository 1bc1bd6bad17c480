import type { Platform, PlatformCapabilities } from './model.ts'

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

const NOT_FOUND = { ok: true, value: { refused: 'not_found', opensAt: null, distanceM: null } } as const

/** The calls behind those capabilities. An adapter replaces what its platform has. */
export const ABSENT_CALLS = {
  release: async () => NOT_FOUND,
  checkIn: async () => NOT_FOUND,
  setLocation: async () => ({ ok: true, value: null }),
  instantOffers: async () => ({ ok: true, value: { enabled: false, confirmation: 'confirmed' } }),
  verification: async () => ({ ok: true, value: null }),
  answerVerification: async () => ({ ok: true, value: { solved: false } }),
} satisfies Partial<Platform>
