import type { Kysely } from 'kysely'
import type { Inputs, Outputs } from '@madruga/core/contract.ts'
import type { Language } from '@madruga/core/languages.ts'
import type { Variant } from '@madruga/core/offers.ts'
import type { Plan } from '@madruga/core/plans.ts'
import type { Tables } from '../../db.ts'
import type { Caller } from '../../module.ts'

export type { Caller } from '../../module.ts'

export type Db = Kysely<Tables>
/** Inputs and outputs of the account operations, named as in the contract. */
export type Given = Inputs['accounts']
export type Answered = Outputs['accounts']

/** The signed-in driver, as the app shell shows them. */
export type Driver = {
  id: string
  email: string
  language: Language
  /** By registering in it or later. */
  languageChosen: boolean
  app: Variant
  plan: Plan
  timeZone: string
  role: 'driver' | 'operator'
  status: 'active' | 'inactive' | 'suspended'
  /** An account of the demo: its weeks were made. */
  isDemo: boolean
}

/** A live session. `cookies` are `Set-Cookie` lines for the response (a session in use is extended). */
export type Session = { id: string; driver: Driver; cookies: string[] }

/** A signed-in driver who requests something about their account. */
export type Owner = { driverId: string; sessionId: string; caller: Caller }

/** A driver to be created; omitted fields take the table's defaults. */
export type NewDriver = {
  name: string
  email: string
  password: string
  language?: Language
  variant?: Variant
  plan?: Plan
  timeZone?: string
  role?: 'driver' | 'operator'
  /** Epoch ms. */
  subscribedUntil?: number | null
  deviceId?: string | null
  /** Parts of `name`; derived from it if omitted. */
  firstName?: string
  lastName?: string
  /** Digits with the country code first. */
  phone?: string | null
  phoneConfirmed?: boolean
  /** '' = none. */
  referralCode?: string
  terms?: { version: string; acceptedAt: number }
  /** An account of the demo, whose weeks were made. */
  isDemo?: boolean
  /** Epoch ms; now if omitted. */
  joinedAt?: number
}
