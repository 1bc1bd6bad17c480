import type { Generated } from 'kysely'
import type { Variant } from '@madruga/core/offers.ts'
import type { DefaultInstant, InstantColumn } from './columns.ts'

export type Drivers = {
  id: string
  name: string
  email: string
  email_verified: Generated<boolean>
  image: string | null
  language: Generated<'en' | 'es'>
  variant: Generated<Variant>
  prepaid: 1 | 2 | null
  time_zone: Generated<string>
  role: Generated<'driver' | 'operator'>
  status: Generated<'active' | 'inactive' | 'suspended'>
  subscribed_until: InstantColumn | null
  device_id: string | null
  first_name: Generated<string>
  last_name: Generated<string>
  /** 11 digits with the leading 1. */
  phone: string | null
  phone_confirmed: Generated<boolean>
  preferred_email: string | null
  referral_code_used: string | null
  terms_version: string | null
  terms_accepted_at: InstantColumn | null
  status_reason: string | null
  /** Who took it away: what dues did, paying undoes; what the end of a demo did, its next start. */
  status_cause: Generated<'operator' | 'dues' | 'demo'>
  created_at: DefaultInstant
  updated_at: DefaultInstant
}

export type Sessions = {
  id: string
  driver_id: string
  token: string
  expires_at: InstantColumn
  ip_address: string | null
  user_agent: string | null
  /** When its second factor was given last; operators alone have one. */
  second_factor_at: InstantColumn | null
  created_at: DefaultInstant
  updated_at: DefaultInstant
}

/** Digests of tokens from before a renewal, for as long as requests may be under way that carry them. */
export type FormerTokens = {
  digest: Buffer
  session_id: string
  until: InstantColumn
}

export type OperatorFactors = {
  driver_id: string
  state: 'pending' | 'active'
  sealed_secret: Buffer
  /** The newest 30 seconds a code of which was taken. */
  last_step: Generated<number>
  created_at: InstantColumn
}

export type OperatorBackupCodes = { driver_id: string; digest: Buffer }

export type Credentials = {
  id: string
  driver_id: string
  account_id: string
  provider_id: string
  access_token: string | null
  refresh_token: string | null
  id_token: string | null
  access_token_expires_at: InstantColumn | null
  refresh_token_expires_at: InstantColumn | null
  scope: string | null
  password: string | null
  created_at: DefaultInstant
  updated_at: DefaultInstant
}

export type Verifications = {
  id: string
  identifier: string
  value: string
  expires_at: InstantColumn
  created_at: DefaultInstant
  updated_at: DefaultInstant
}

export type RateLimits = { key: string; points: Generated<number>; expire: number | null }

/** One way through a code; id and code are digests. */
export type CodeTickets = {
  id: string
  purpose: 'register' | 'reset' | 'email' | 'preferred_email' | 'phone'
  driver_id: string | null
  email: string | null
  phone: string | null
  variant: Variant | null
  language: 'en' | 'es'
  channel: 'sms' | 'email'
  code_digest: Buffer | null
  code_expires_at: InstantColumn | null
  tries_left: Generated<number>
  resend_at: InstantColumn
  phone_proven: Generated<boolean>
  proven: Generated<boolean>
  used_at: InstantColumn | null
  expires_at: InstantColumn
  created_at: DefaultInstant
}

export type CaptchaUses = { id: string; expires_at: InstantColumn }
