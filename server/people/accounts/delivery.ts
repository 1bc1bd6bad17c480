import { createHmac, randomBytes, randomInt, randomUUID } from 'node:crypto'
import { maskEmail, maskPhone } from '@madruga/core/accounts.ts'
import { MINUTE_MS } from '@madruga/core/time.ts'
import { setSavepoint } from '../../db.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Secrets } from '../../kit/encryption.ts'
import type { Notify } from '../../notify.ts'
import type { CodeFigures, CodeLimits } from './code-limits.ts'
import type { Answered, Db } from './model.ts'
import { readDriver, readDriverByEmail } from './store.ts'
import type { DriverRow, NewCode, NewTicket } from './store.ts'

export type CodeSent = Answered['resendCode']
/** The purpose of a ticket, before it has an id. */
export type TicketInput = Omit<NewTicket, 'id' | 'expires_at'>

/**
 * The recipient of a code. The owner of a taken address is told instead that someone typed it. Without a
 * recipient nothing is sent, with the same work done.
 */
type Addressee =
  | { to: 'typed'; channel: 'sms' | 'email'; recipient: string; timeZone: string }
  | { to: 'owner'; owner: DriverRow }
  | { to: 'nobody'; recipient: string; timeZone: string }

export type DeliveryDeps = {
  db: Db
  clock: Clock
  notify: Pick<Notify, 'sendMessage' | 'wakeSenders'>
  limits: CodeLimits
  figures: CodeFigures
  /** Secrets that key the digests of codes. */
  secrets: Secrets
}

/**
 * Creates a code for a ticket, stores it by `keep` and sends it in the same transaction; null if `keep`
 * rejects it. Counts nothing: `CodeLimits.take` comes first.
 */
export type Deliver = (
  ticket: string,
  row: TicketInput,
  keep: (tx: Db, code: NewCode) => Promise<boolean>,
) => Promise<CodeSent | null>

// Of people whom we do not know yet; none of their messages contains a time.
const SOME_ZONE = 'America/New_York'
/** Replaces the phone of an account that was named by its e-mail. */
const HIDDEN_PHONE = '•••'
const TEMPLATE_PURPOSE = {
  register: 'register',
  reset: 'reset',
  email: 'change',
  preferred_email: 'change',
  phone: 'change',
} as const

/** The digest of a code, bound to its ticket. */
export function digestCode(secret: string, ticket: string, code: string): Buffer {
  return createHmac('sha256', secret)
    .update(JSON.stringify([ticket, code]))
    .digest()
}

/** Sends codes to their recipients. */
export function createDelivery(deps: DeliveryDeps): Deliver {
  const { db, clock, limits, figures } = deps
  return async (ticket, row, keep) => {
    const addressee = await findAddressee(db, limits, row)
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const digest = digestCode(deps.secrets.current(), ticket, code)
    const now = clock.now()
    const newCode: NewCode = {
      // A code that was sent to no one cannot be guessed either.
      digest: addressee.to === 'typed' ? digest : randomBytes(digest.length),
      expiresAt: now + figures.codeMs,
      resendAt: now + figures.resendMs,
      tries: figures.tries,
    }
    const isWritten = await db.transaction().execute(async (tx) => {
      if (!(await keep(tx, newCode))) return false
      await send(deps, tx, row, addressee, code, newCode.expiresAt)
      return true
    })
    if (!isWritten) return null
    const { expiresAt, resendAt } = newCode
    return { ticket, channel: row.channel, sentTo: maskOf(row), expiresAt, resendAt }
  }
}

async function send(
  { notify, figures }: DeliveryDeps,
  tx: Db,
  row: TicketInput,
  addressee: Addressee,
  code: string,
  expiresAt: number,
): Promise<void> {
  const minutes = Math.round(figures.codeMs / MINUTE_MS)
  const event = `code:${randomUUID()}`
  // The same work is done in every case: response time must not reveal who has an account.
  const savepoint = await setSavepoint(tx)
  if (addressee.to === 'owner') {
    const { id, email, language, time_zone: timeZone } = addressee.owner
    const message = { driverId: id, channel: 'email', recipient: email, language, timeZone, event } as const
    await notify.sendMessage(tx, { ...message, template: 'account_exists', params: {}, expiresAt: null })
  } else {
    const { recipient, timeZone } = addressee
    const channel = addressee.to === 'typed' ? addressee.channel : 'email'
    const message = { driverId: row.driver_id, channel, recipient, language: row.language, timeZone, event }
    const params = { purpose: TEMPLATE_PURPOSE[row.purpose], code, minutes }
    await notify.sendMessage(tx, { ...message, template: 'code', params, expiresAt })
  }
  if (addressee.to === 'nobody') await savepoint.rollBack()
  else await savepoint.release()
  // The commit also wakes the senders; a rollback would not.
  await notify.wakeSenders(tx)
}

async function findAddressee(db: Db, limits: CodeLimits, row: TicketInput): Promise<Addressee> {
  const { purpose, channel, driver_id: driverId } = row
  const email = row.email ?? ''
  if (purpose === 'reset') return await findResetAddressee(db, limits, row)
  const changing = driverId === null ? null : await readDriver(db, driverId)
  const timeZone = changing?.time_zone ?? SOME_ZONE
  if (channel === 'sms') return { to: 'typed', channel, recipient: row.phone ?? '', timeZone }
  const owner = purpose === 'preferred_email' ? null : await readDriverByEmail(db, email)
  if (owner && owner.id !== driverId) return { to: 'owner', owner }
  return { to: 'typed', channel, recipient: email, timeZone }
}

async function findResetAddressee(db: Db, limits: CodeLimits, row: TicketInput): Promise<Addressee> {
  const email = row.email ?? ''
  // Looked up even without an account: response time must reveal nothing.
  const owner = await readDriver(db, row.driver_id ?? '')
  const timeZone = owner?.time_zone ?? SOME_ZONE
  const phone = owner?.phone_confirmed ? owner.phone : null
  const byText = row.channel === 'sms' && (await limits.mayText(phone, email))
  if (!owner) return { to: 'nobody', recipient: email, timeZone }
  if (byText && phone) return { to: 'typed', channel: 'sms', recipient: phone, timeZone }
  return { to: 'typed', channel: 'email', recipient: email, timeZone }
}

function maskOf(row: TicketInput): string {
  if (row.channel === 'email') return maskEmail(row.email ?? '')
  return row.purpose === 'reset' ? HIDDEN_PHONE : maskPhone(row.phone ?? '')
}
