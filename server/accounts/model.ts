import type { Variant } from '@madruga/core/offers.ts'

export type Language = 'en' | 'es'

/** The signed-in driver, as the shell shows them. */
export type Driver = {
  id: string
  email: string
  language: Language
  app: Variant
  prepaid: 1 | 2 | null
  timeZone: string
  role: 'driver' | 'operator'
}

/** A live session. `cookies` are `Set-Cookie` lines to send along (a session in use is prolonged). */
export type Session = { id: string; driver: Driver; cookies: string[] }

/** Who calls, as the edge knows them. */
export type Caller = { cookie: string | undefined; address: string; userAgent: string | undefined }

/** A driver to be made; what is left out takes the table's default. */
export type NewDriver = {
  name: string
  email: string
  password: string
  language?: Language
  variant?: Variant
  prepaid?: 1 | 2 | null
  timeZone?: string
  role?: 'driver' | 'operator'
  /** Epoch ms. */
  subscribedUntil?: number | null
  deviceId?: string | null
}
