import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { isCode, readTypedCode } from '@madruga/core/accounts.ts'
import { AppError } from '@madruga/core/errors.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import { createDelivery, digestCode } from './delivery.ts'
import type { CodeSent, DeliveryDeps, TicketInput } from './delivery.ts'
import type { Caller, Db } from './model.ts'
import { insertProven, insertTicket, readTicket, replaceCode, takeTry } from './store.ts'
import type { NewCode, Purpose, Ticket } from './store.ts'

/** How long a link may lie in a log or a mailbox. */
const PROVEN_MS = 7 * DAY_MS

/** Which tickets a code is checked against. */
type Wanted = { purposes: readonly Purpose[]; driverId?: string }

/**
 * Tickets and their codes: the caller holds the ticket, the recipient gets the code, and only digests of both
 * are stored.
 */
export type Codes = {
  /** Creates a ticket and sends its first code. Counts nothing: `CodeLimits.take` comes first. */
  open(input: TicketInput): Promise<CodeSent>
  /**
   * Sends another code for an open ticket; the last one works until its end. Refuses with
   * `accounts.code_limit` if it is too early.
   */
  resend(ticket: string, caller: Caller): Promise<CodeSent>
  /**
   * Sends the next code of a ticket whose last code was correct; `keep` stores it unless another call was
   * faster.
   */
  goOn(ticket: string, row: Ticket, keep: (tx: Db, code: NewCode) => Promise<boolean>): Promise<CodeSent>
  /**
   * Checks a code, however typed, and returns its ticket if it is correct; the caller then uses the code up.
   * Refuses with `accounts.code_mismatch`, which costs a try unless the text is not six digits, with
   * `accounts.code_tries` after the last one, with `accounts.code_expired`, and with
   * `accounts.ticket_invalid`.
   */
  tryCode(ticket: string, code: string, wanted: Wanted): Promise<Ticket>
  /** Makes a ticket of a reset that needs no code any more, for a week. */
  prove(tx: Db, driver: { id: string; email: string }): Promise<string>
  /** A ticket whose codes were all confirmed. Refuses with `accounts.ticket_invalid`. */
  readProven(ticket: string, purpose: Purpose): Promise<Ticket>
}

export function createCodes(deps: DeliveryDeps): Codes {
  const { db, clock, limits, figures, secrets } = deps
  const deliver = createDelivery(deps)
  return {
    async open(input) {
      const ticket = randomBytes(32).toString('base64url')
      const now = clock.now()
      const row = { ...input, id: ticketId(ticket), expires_at: now + figures.ticketMs }
      const delivery = await deliver(ticket, input, async (tx, code) => {
        await insertTicket(tx, row, code, now)
        return true
      })
      if (!delivery) throw new Error('a new ticket was not written')
      return delivery
    },

    async resend(ticket, caller) {
      const now = clock.now()
      const row = await readTicket(db, ticketId(ticket), now)
      if (!row || row.proven) throw new AppError('accounts.ticket_invalid')
      if (row.resend_at > now) throw tooEarly(row, now)
      const { channel, recipient } = countedAs(row)
      await limits.take(channel, recipient, caller, row.channel === 'sms')
      const delivery = await deliver(ticket, row, (tx, code) => replaceCode(tx, row.id, code, clock.now()))
      if (!delivery) throw tooEarly(row, now)
      return delivery
    },

    async goOn(ticket, row, keep) {
      const delivery = await deliver(ticket, row, keep)
      if (!delivery) throw new AppError('accounts.code_mismatch')
      return delivery
    },

    async tryCode(ticket, text, terms) {
      const code = readTypedCode(text)
      if (!isCode(code)) throw new AppError('accounts.code_mismatch')
      const now = clock.now()
      const id = ticketId(ticket)
      const attempt = await takeTry(db, id, terms, now)
      if (attempt?.code_digest) {
        const digests = secrets.held().map((secret) => digestCode(secret, ticket, code))
        const valid = [attempt.code_digest, ...formerDigests(attempt, now)]
        if (valid.some((digest) => digests.some((one) => timingSafeEqual(digest, one)))) return attempt
        throw new AppError('accounts.code_mismatch', { triesLeft: attempt.tries_left })
      }
      const open = await readTicket(db, id, now)
      const theirs = open && !open.proven && terms.purposes.includes(open.purpose)
      if (!theirs || (terms.driverId !== undefined && open.driver_id !== terms.driverId))
        throw new AppError('accounts.ticket_invalid')
      throw new AppError(isSpent(open, now) ? 'accounts.code_tries' : 'accounts.code_expired')
    },

    async prove(tx, { id, email }) {
      const ticket = randomBytes(32).toString('base64url')
      const now = clock.now()
      const row = { id: ticketId(ticket), driver_id: id, email, phone: null, variant: null }
      const reset = { ...row, purpose: 'reset', language: 'en', channel: 'email' } as const
      await insertProven(tx, { ...reset, expires_at: now + PROVEN_MS }, now)
      return ticket
    },

    async readProven(ticket, purpose) {
      const row = await readTicket(db, ticketId(ticket), clock.now())
      if (!row?.proven || row.purpose !== purpose) throw new AppError('accounts.ticket_invalid')
      return row
    },
  }
}

/** Codes from before the newest one, until their end. */
function formerDigests({ former_codes: former }: Ticket, now: number): Buffer[] {
  return former.filter(({ expiresAt }) => expiresAt > now).map(({ digest }) => Buffer.from(digest, 'hex'))
}

/** Whether a code would still be valid if it had a try left. */
function isSpent({ tries_left: triesLeft, code_expires_at: end }: Ticket, now: number): boolean {
  return triesLeft <= 0 && end !== null && end > now
}

// The ticket is 256 random bits: its plain digest reveals nothing.
function ticketId(ticket: string): string {
  return createHash('sha256').update(ticket).digest('base64url')
}

function tooEarly(row: Ticket, now: number): AppError {
  const waitMs = row.resend_at - now
  return new AppError('accounts.code_limit', { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)) })
}

/** The input that is counted: a reset is identified by the e-mail alone. */
function countedAs({ purpose, channel, phone, email }: Ticket): {
  channel: 'sms' | 'email'
  recipient: string
} {
  if (purpose === 'reset' || channel === 'email') return { channel: 'email', recipient: email ?? '' }
  return { channel, recipient: phone ?? '' }
}
