import { createHmac } from 'node:crypto'
import { AppError } from '@madruga/core/errors.ts'
import { MINUTE_MS, SECOND_MS } from '@madruga/core/time.ts'
import type { Pool } from 'pg'
import { addressGroup } from '../kit/http.ts'
import { createSharedLimiter } from '../kit/limits.ts'
import type { Limit } from '../kit/limits.ts'
import type { Devices } from './devices.ts'
import type { Caller } from './model.ts'

/** Figures of codes: how long each and its ticket hold, and how many may be sent. */
export type CodeFigures = {
  codeMs: number
  /** Wrong guesses that a code takes. */
  tries: number
  /** Wait before another code may be asked for. */
  resendMs: number
  /** From the first code to the end of what it is for. */
  ticketMs: number
  /** To one recipient, asked for from one address or by one device that is known to be the recipient's. */
  perPair: Limit
  /** To one recipient, by all strangers together. */
  perRecipient: Limit
  /** An IPv6 address counts by its /64. */
  perAddress: Limit
  /** Of the whole service: text messages cost, and somebody may earn by them. */
  smsPerDay: Limit
}

export const CODES: CodeFigures = {
  codeMs: 5 * MINUTE_MS,
  tries: 3,
  resendMs: 60 * SECOND_MS,
  ticketMs: 30 * MINUTE_MS,
  perPair: { points: 3, windowS: 3_600 },
  // More than a stranger gets alone: three codes that they ask for leave the owner's own.
  perRecipient: { points: 10, windowS: 3_600 },
  perAddress: { points: 20, windowS: 3_600 },
  smsPerDay: { points: 2_000, windowS: 86_400 },
}

/**
 * Counts codes before they are made, by what the caller typed, so that known and unknown recipients count
 * alike. Keys are stored as digests: the table holds no addresses of people.
 */
export function createCodeLimits(pool: Pool, secret: string, devices: Devices, figures: CodeFigures) {
  const pairs = createSharedLimiter(pool, 'code_pair', figures.perPair)
  const recipients = createSharedLimiter(pool, 'code_recipient', figures.perRecipient)
  const addresses = createSharedLimiter(pool, 'code_address', figures.perAddress)
  const texts = createSharedLimiter(pool, 'code_sms', figures.smsPerDay)
  const digest = (...parts: string[]) =>
    createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url')

  const waitOf = async (recipient: string, { cookie, address }: Caller): Promise<number | null> => {
    const device = devices.find(cookie, recipient)
    if (device !== null) return await pairs.take(digest('device', device, recipient))
    const group = addressGroup(address)
    return (
      (await pairs.take(digest('address', group, recipient))) ??
      (await addresses.take(digest(group))) ??
      (await recipients.take(digest(recipient)))
    )
  }

  return {
    /**
     * Counts a code to an e-mail or phone; refuses with `accounts.code_limit` where there have been too many,
     * with `accounts.code_not_sent` where the service sends no more text messages today.
     */
    async take(channel: 'sms' | 'email', recipient: string, caller: Caller): Promise<void> {
      const waitMs = await waitOf(recipient, caller)
      if (waitMs !== null)
        throw new AppError('accounts.code_limit', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
      // Nothing that the caller did too often: the other way still works.
      if (channel === 'sms' && (await texts.take('all')) !== null)
        throw new AppError('accounts.code_not_sent')
    },
    /**
     * Counts a text message to the phone of an account that was named by its e-mail; false when it may not go
     * out. Where there is no such phone as much is counted, elsewhere.
     */
    async mayText(phone: string | null, email: string): Promise<boolean> {
      const recipientWaitMs = await recipients.take(digest(phone ?? `no phone of ${email}`))
      const textWaitMs = await texts.take(phone === null ? 'none' : 'all')
      return phone !== null && recipientWaitMs === null && textWaitMs === null
    },
  }
}

export type CodeLimits = ReturnType<typeof createCodeLimits>
