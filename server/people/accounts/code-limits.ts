import { createHmac } from 'node:crypto'
import { AppError } from '@madruga/core/errors.ts'
import { MINUTE_MS, SECOND_MS } from '@madruga/core/time.ts'
import type { Pool } from 'pg'
import { addressGroup, addressNetwork } from '../../kit/http.ts'
import { addressShares, createSharedLimiter, perAddress } from '../../kit/limits.ts'
import type { Limit } from '../../kit/limits.ts'
import type { Devices } from './devices.ts'
import type { Caller } from './model.ts'

/** Settings of codes: lifetimes of a code and its ticket, and how many may be sent. */
export type CodeFigures = {
  codeMs: number
  /** Wrong guesses allowed per code. */
  tries: number
  /** Delay before another code may be requested. */
  resendMs: number
  /** Lifetime of the ticket, from its first code. */
  ticketMs: number
  /** To one recipient, per requesting address or per device known to be the recipient's. */
  perPair: Limit
  /** To one recipient, for all strangers together. */
  perRecipient: Limit
  /** An IPv6 /64 is one address, its /56 two, its /48 four. */
  perAddress: Limit
  /** For the whole service: text messages cost money, and SMS pumping earns by them. */
  smsPerDay: Limit
  /** Text messages of that for one address, and for its neighbours (an IPv4 /24, an IPv6 /48). */
  smsPerAddress: Limit
  smsPerNetwork: Limit
}

export const CODES: CodeFigures = {
  codeMs: 5 * MINUTE_MS,
  tries: 3,
  resendMs: 60 * SECOND_MS,
  ticketMs: 30 * MINUTE_MS,
  perPair: { points: 3, windowS: 3_600 },
  // More than one stranger gets: after three codes for a stranger, the owner's own remain.
  perRecipient: { points: 10, windowS: 3_600 },
  perAddress: { points: 20, windowS: 3_600 },
  smsPerDay: { points: 2_000, windowS: 86_400 },
  // Ten networks at least use up a day; a carrier's customers behind one address still get e-mails.
  smsPerAddress: { points: 20, windowS: 86_400 },
  smsPerNetwork: { points: 200, windowS: 86_400 },
}

/**
 * Counts codes before they are created, by the caller's input, so that known and unknown recipients count
 * alike. Keys are stored as digests: the table holds no addresses of people.
 */
export function createCodeLimits(pool: Pool, secret: string, devices: Devices, figures: CodeFigures) {
  const pairs = createSharedLimiter(pool, 'code_pair', figures.perPair)
  const recipients = createSharedLimiter(pool, 'code_recipient', figures.perRecipient)
  const addresses = createSharedLimiter(pool, 'code_address', perAddress(figures.perAddress))
  const texts = createSharedLimiter(pool, 'code_sms', figures.smsPerDay)
  const addressTexts = createSharedLimiter(pool, 'code_sms_address', figures.smsPerAddress)
  const networkTexts = createSharedLimiter(pool, 'code_sms_network', figures.smsPerNetwork)
  const digest = (...parts: string[]) =>
    createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url')

  const waitOf = async (recipient: string, { cookie, address }: Caller): Promise<number | null> => {
    const device = devices.find(cookie, recipient)
    if (device !== null) return await pairs.take(digest('device', device, recipient))
    return (
      (await pairs.take(digest('address', addressGroup(address), recipient))) ??
      (await takeShares(address)) ??
      (await recipients.take(digest(recipient)))
    )
  }

  const takeShares = async (address: string): Promise<number | null> => {
    for (const { key, points } of addressShares(address)) {
      const waitMs = await addresses.take(digest(key), points)
      if (waitMs !== null) return waitMs
    }
    return null
  }

  /** Counts a text message for who asks; false if their share of the day is used up. */
  const mayAsk = async (recipient: string, { cookie, address }: Caller): Promise<boolean> => {
    if (devices.find(cookie, recipient) !== null) return true
    const ownWaitMs = await addressTexts.take(digest(addressGroup(address)))
    return ownWaitMs === null && (await networkTexts.take(digest(addressNetwork(address)))) === null
  }

  return {
    /**
     * Counts a code that is identified by an e-mail or phone; refuses with `accounts.code_limit` beyond the
     * limits, and with `accounts.code_not_sent` if it goes `byText` and the caller or the service has used up
     * the text messages of a day.
     */
    async take(
      channel: 'sms' | 'email',
      recipient: string,
      caller: Caller,
      byText = channel === 'sms',
    ): Promise<void> {
      const waitMs = await waitOf(recipient, caller)
      if (waitMs !== null)
        throw new AppError('accounts.code_limit', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
      // The other channel still works.
      if (byText && !(await mayAsk(recipient, caller))) throw new AppError('accounts.code_not_sent')
      if (channel === 'sms' && (await texts.take('all')) !== null)
        throw new AppError('accounts.code_not_sent')
    },
    /**
     * Counts a text message to the phone of an account that was named by its e-mail; false if it must not be
     * sent. If the account has no phone, the same is counted under another key.
     */
    async mayText(phone: string | null, email: string): Promise<boolean> {
      const recipientWaitMs = await recipients.take(digest(phone ?? `no phone of ${email}`))
      const textWaitMs = await texts.take(phone === null ? 'none' : 'all')
      return phone !== null && recipientWaitMs === null && textWaitMs === null
    },
  }
}

export type CodeLimits = ReturnType<typeof createCodeLimits>
