import { createHash, randomBytes } from 'node:crypto'
import { CALENDAR_FEED_PATH } from '@madruga/core/contract.ts'
import type { Outputs } from '@madruga/core/contract.ts'
import { AppError } from '@madruga/core/errors.ts'
import { DAY_MS, HOUR_MS } from '@madruga/core/time.ts'
import { listFollowed } from '../../bot.ts'
import { openValue, EncryptionError, encryptValue } from '../../kit/encryption.ts'
import { writeFeed } from './feed.ts'
import { deleteLink, findByDigest, linkPlace, noteRead, readLink, saveLink } from './link-store.ts'
import type { BlocksDeps } from './model.ts'
import { readDriver, readForFeed } from './store.ts'

export type CalendarLink = Outputs['blocks']['calendarLink']

const SECRET_BYTES = 32
const SECRET = /^[\w-]{43}$/
const NONE: CalendarLink = { path: null, createdAt: null, readAt: null }
/**
 * Resolution of the last read: calendars poll every few minutes, and the driver only wants to know whether
 * one does.
 */
const READ_NOTED_MS = HOUR_MS
/** Older blocks are in the recap; a calendar need not keep them forever. */
const FEED_REACHES_BACK_MS = 365 * DAY_MS
const FEED_MOST = 3_000
/** By then every calendar has read that an undecided accept was lost. */
const LOSS_TOLD_MS = 30 * DAY_MS

/** The driver's address, for display. One that cannot be decrypted counts as missing. */
export async function showLink({ db, keyRing }: BlocksDeps, driverId: string): Promise<CalendarLink> {
  const row = await readLink(db, driverId)
  if (row === null) return NONE
  try {
    const secret = openValue(keyRing, linkPlace(driverId), row.encrypted)
    return { path: pathOf(secret), createdAt: row.createdAt, readAt: row.readAt }
  } catch (error) {
    if (error instanceof EncryptionError) return NONE
    throw error
  }
}

/** Creates a new address; the previous one becomes invalid. */
export async function makeLink({ db, keyRing, clock }: BlocksDeps, driverId: string): Promise<CalendarLink> {
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  const at = clock.now()
  const encrypted = encryptValue(keyRing, linkPlace(driverId), secret)
  await saveLink(db, driverId, { digest: digestOf(secret), encrypted, at })
  return { path: pathOf(secret), createdAt: at, readAt: null }
}

/** Deletes the address. Refuses with `blocks.link_missing` if there is none. */
export async function removeLink({ db }: BlocksDeps, driverId: string): Promise<CalendarLink> {
  if (!(await deleteLink(db, driverId))) throw new AppError('blocks.link_missing')
  return NONE
}

/** The calendar of a secret, as iCalendar text; null for every unknown secret. */
export async function readFeed({ db, clock }: BlocksDeps, secret: string): Promise<string | null> {
  if (!SECRET.test(secret)) return null
  const digest = digestOf(secret)
  const driverId = await findByDigest(db, digest)
  const driver = driverId === null ? null : await readDriver(db, driverId)
  if (driver === null) return null
  const now = clock.now()
  await noteRead(db, digest, now, READ_NOTED_MS)
  // Read first: one that is won meanwhile is in both lists, not in neither.
  const accepts = await listFollowed(db, driver.id, now - LOSS_TOLD_MS)
  const blocks = await readForFeed(db, driver.id, now - FEED_REACHES_BACK_MS, FEED_MOST)
  return writeFeed(blocks, driver, accepts)
}

// The secret has 256 random bits: no slower hash is needed.
function digestOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

function pathOf(secret: string): string {
  return `${CALENDAR_FEED_PATH}${secret}.ics`
}
