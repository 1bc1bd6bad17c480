import { createHash, createHmac, randomBytes, randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { maskEmail, maskPhone } from '@madruga/core/accounts.ts'
import { AppError } from '@madruga/core/errors.ts'
import { MINUTE_MS } from '@madruga/core/time.ts'
import type { Clock } from '../kit/clock.ts'
import type { Notify } from '../notify.ts'
import type { CodeFigures, CodeLimits } from './code-limits.ts'
import type { Answered, Db } from './model.ts'
import { insertTicket, readDriver, readDriverByEmail, readTicket, replaceCode, takeTry } from './store.ts'
import type { DriverRow, NewCode, NewTicket, Purpose, Ticket } from './store.ts'

type CodeSent = Answered['resendCode']
/** What a ticket is for, before it has an id. */
export type TicketWish = Omit<NewTicket, 'id' | 'expires_at'>

/** Whom a code goes to. An owner is told instead that somebody typed their address; to nobody it goes nowhere, at the same pains. */
type Addressee =
  | { to: 'typed'; channel: 'sms' | 'email'; recipient: string; timeZone: string }
  | { to: 'owner'; owner: DriverRow }
  | { to: 'nobody'; recipient: string; timeZone: string }

type CodesDeps = {
  db: Db
  clock: Clock
  notify: Pick<Notify, 'sendMessage'>
  limits: CodeLimits
  figures: CodeFigures
  /** Under which codes are digested. */
  secret: string
}

// Of people whom we do not know yet; no message of theirs names an instant.
const SOME_ZONE = 'America/New_York'
/** Instead of the phone of an account that somebody named by its e-mail. */
const HIDDEN_PHONE = '•••'
const TEMPLATE_PURPOSE = {
  register: 'register',
  reset: 'reset',
  email: 'change',
  preferred_email: 'change',
  phone: 'change',
} as const

/** Tickets and their codes: the caller holds the ticket, the recipient gets the code, and only digests of both are kept. */
export function createCodes(deps: CodesDeps) {
  const { db, clock, limits, figures } = deps

  const digestOf = (ticket: string, code: string) =>
    createHmac('sha256', deps.secret)
      .update(JSON.stringify([ticket, code]))
      .digest()

  const makeCode = (ticket: string): { code: string; kept: NewCode } => {
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const now = clock.now()
    const kept = {
      digest: digestOf(ticket, code),
      expiresAt: now + figures.codeMs,
      resendAt: now + figures.resendMs,
      tries: figures.tries,
    }
    return { code, kept }
  }

  /** Finds whom the next code of a ticket goes to, and writes it by `keep`, which says whether it may be written. */
  async function deliver(
    ticket: string,
    row: TicketWish,
    keep: (tx: Db, kept: NewCode) => Promise<boolean>,
  ): Promise<CodeSent | null> {
    const addressee = await findAddressee(db, limits, row)
    const { code, kept } = makeCode(ticket)
    // What nobody was told nobody can guess either.
    const digest = addressee.to === 'typed' ? kept.digest : randomBytes(kept.digest.length)
    const written = await db.transaction().execute(async (tx) => {
      if (!(await keep(tx, { ...kept, digest }))) return false
      await send(tx, row, addressee, code, kept.expiresAt)
      return true
    })
    if (!written) return null
    const { expiresAt, resendAt } = kept
    return { ticket, channel: row.channel, sentTo: maskOf(row), expiresAt, resendAt }
  }

  async function send(
    tx: Db,
    row: TicketWish,
    addressee: Addressee,
    code: string,
    expiresAt: number,
  ): Promise<void> {
    const minutes = Math.round(figures.codeMs / MINUTE_MS)
    // Whatever becomes of it, as much is done: an answer's time does not tell who has an account.
    await sql`savepoint message`.execute(tx)
    if (addressee.to === 'owner') {
      const { id, email, language, time_zone: timeZone } = addressee.owner
      const told = { driverId: id, channel: 'email', recipient: email, language, timeZone } as const
      const template = { template: 'account_exists', params: {}, event: `code:${randomUUID()}` } as const
      await deps.notify.sendMessage(tx, { ...told, ...template, expiresAt: null })
    } else {
      const { recipient, timeZone } = addressee
      const channel = addressee.to === 'typed' ? addressee.channel : 'email'
      const told = { driverId: row.driver_id, channel, recipient, language: row.language, timeZone }
      const params = { purpose: TEMPLATE_PURPOSE[row.purpose], code, minutes }
      const event = `code:${randomUUID()}`
      await deps.notify.sendMessage(tx, { ...told, template: 'code', params, event, expiresAt })
    }
    if (addressee.to === 'nobody') await sql`rollback to savepoint message`.execute(tx)
    else await sql`release savepoint message`.execute(tx)
  }

  return {
    /** Opens a ticket and sends its first code. Counts nothing: `CodeLimits.take` comes first. */
    async open(wish: TicketWish): Promise<CodeSent> {
      const ticket = randomBytes(32).toString('base64url')
      const now = clock.now()
      const row = { ...wish, id: ticketId(ticket), expires_at: now + figures.ticketMs }
      const sent = await deliver(ticket, wish, async (tx, kept) => {
        await insertTicket(tx, row, kept, now)
        return true
      })
      if (!sent) throw new Error('a new ticket was not written')
      return sent
    },

    /** Sends another code for an open ticket, in the place of the last one. */
    async resend(ticket: string, address: string): Promise<CodeSent> {
      const now = clock.now()
      const row = await readTicket(db, ticketId(ticket), now)
      if (!row || row.proven) throw new AppError('accounts.ticket_invalid')
      const tooEarly = () =>
        new AppError('accounts.code_limit', {
          retryAfterSeconds: Math.max(1, Math.ceil((row.resend_at - now) / 1000)),
        })
      if (row.resend_at > now) throw tooEarly()
      await limits.take(countedChannel(row), recipientOf(row), address)
      const sent = await deliver(ticket, row, (tx, kept) => replaceCode(tx, row.id, kept, clock.now()))
      if (!sent) throw tooEarly()
      return sent
    },

    /** Sends the next code of a ticket whose last one was right; `keep` writes it where nobody was faster. */
    async goOn(
      ticket: string,
      row: Ticket,
      keep: (tx: Db, kept: NewCode) => Promise<boolean>,
    ): Promise<CodeSent> {
      const sent = await deliver(ticket, row, keep)
      if (!sent) throw new AppError('accounts.code_mismatch')
      return sent
    },

    /**
     * Tries a code and answers its ticket when it is the right one; the caller then takes it. Refuses with `accounts.code_mismatch`,
     * with `accounts.code_expired` where there is no code to guess any more, and with `accounts.ticket_invalid`.
     */
    async tryCode(
      ticket: string,
      code: string,
      wanted: { purposes: readonly Purpose[]; driverId?: string },
    ): Promise<Ticket> {
      const now = clock.now()
      const id = ticketId(ticket)
      const tried = await takeTry(db, id, wanted, now)
      if (tried?.code_digest) {
        if (timingSafeEqual(tried.code_digest, digestOf(ticket, code))) return tried
        throw new AppError('accounts.code_mismatch', { triesLeft: tried.tries_left })
      }
      const open = await readTicket(db, id, now)
      const theirs = open && !open.proven && wanted.purposes.includes(open.purpose)
      if (!theirs || (wanted.driverId !== undefined && open.driver_id !== wanted.driverId))
        throw new AppError('accounts.ticket_invalid')
      throw new AppError('accounts.code_expired')
    },

    /** A ticket whose codes were all given. Refuses with `accounts.ticket_invalid`. */
    async readProven(ticket: string, purpose: Purpose): Promise<Ticket> {
      const row = await readTicket(db, ticketId(ticket), clock.now())
      if (!row?.proven || row.purpose !== purpose) throw new AppError('accounts.ticket_invalid')
      return row
    },
  }
}

export type Codes = ReturnType<typeof createCodes>

// The ticket is 256 random bits: its plain digest tells nothing.
function ticketId(ticket: string): string {
  return createHash('sha256').update(ticket).digest('base64url')
}

async function findAddressee(db: Db, limits: CodeLimits, row: TicketWish): Promise<Addressee> {
  const { purpose, channel, driver_id: driverId } = row
  const email = row.email ?? ''
  if (purpose === 'reset') {
    // Looked for even where there is nobody: the answer's time tells nothing.
    const owner = await readDriver(db, driverId ?? '')
    const timeZone = owner?.time_zone ?? SOME_ZONE
    const phone = owner?.phone_confirmed ? owner.phone : null
    const byText = channel === 'sms' && (await limits.mayText(phone, email))
    if (!owner) return { to: 'nobody', recipient: email, timeZone }
    if (byText && phone) return { to: 'typed', channel: 'sms', recipient: phone, timeZone }
    return { to: 'typed', channel: 'email', recipient: email, timeZone }
  }
  const changing = driverId === null ? null : await readDriver(db, driverId)
  const timeZone = changing?.time_zone ?? SOME_ZONE
  if (channel === 'sms') return { to: 'typed', channel, recipient: row.phone ?? '', timeZone }
  const owner = purpose === 'preferred_email' ? null : await readDriverByEmail(db, email)
  if (owner && owner.id !== driverId) return { to: 'owner', owner }
  return { to: 'typed', channel, recipient: email, timeZone }
}

/** What was typed, and is counted: a reset is known by the e-mail alone. */
function recipientOf(row: TicketWish): string {
  return (row.purpose !== 'reset' && row.channel === 'sms' ? row.phone : row.email) ?? ''
}

function countedChannel(row: TicketWish): 'sms' | 'email' {
  return row.purpose === 'reset' ? 'email' : row.channel
}

function maskOf(row: TicketWish): string {
  if (row.channel === 'email') return maskEmail(row.email ?? '')
  return row.purpose === 'reset' ? HIDDEN_PHONE : maskPhone(row.phone ?? '')
}
