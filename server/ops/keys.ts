/** Entry of keys: rotates the key of encrypted values and the root of signatures while the service runs. */
import { MINUTE_MS } from '@madruga/core/time.ts'
import { SESSION_LIFE_MS } from '../people/accounts.ts'
import { recordKey } from './keys/check.ts'
import { deleteChecks } from './keys/store.ts'
import type { Database } from '../db.ts'
import { systemClock } from '../kit/clock.ts'
import type { Clock } from '../kit/clock.ts'
import { rewrapColumn } from '../kit/rewrap.ts'
import type { Rewrapped, EncryptedColumn } from '../kit/rewrap.ts'
import { dropKeys, dropRoots, finishRotation, readStoredRing, rotateKeyRing } from '../kit/encryption.ts'
import type { StoredRing } from '../kit/encryption.ts'
import { MODULES } from '../product.ts'
import { StartError } from '../kit/start-error.ts'

export { openKeyRing, requireRing } from './keys/check.ts'
export { listKeyChecks } from './keys/store.ts'

/** The result of a rotation. */
export type Rotation = {
  /** Whether a new key was made: not while an earlier rotation was unfinished, and never to drop old keys. */
  added: boolean
  /** Values encrypted anew, by column. */
  columns: (Rewrapped & { name: string })[]
  /** Number of keys removed from the ring. */
  dropped: number
  /** Old keys that stay although they were to be dropped, since values encrypted by them are left. */
  stillUsed: number
  /** Old keys may be dropped from then on, epoch ms; null when that was not what held them. */
  droppableAt: number | null
  /** Number of roots removed from the ring: their signatures are invalid. */
  droppedRoots: number
  /**
   * From when on the last root that stays may be dropped, epoch ms; null when none but the current one is
   * left.
   */
  rootsUntil: number | null
}

export type RotationDeps = {
  database: Database
  keyRingFile: string
  /** Create no key; finish an unfinished rotation and remove old keys by which nothing is encrypted. */
  dropOld: boolean
  /**
   * Forget every root but the current one now: all sessions and codes are over. For a ring that somebody may
   * have read.
   */
  signOutAll?: boolean
  clock?: Clock
}

/**
 * Processes look for a new key before they encrypt. A value written during the rotation is in the database
 * after this long, by the time-outs of statements and transactions.
 */
const IN_FLIGHT_MS = 10 * MINUTE_MS
/** A value written during a pass is checked again. */
const MOST_PASSES = 10
// Any number that no other lock uses.
const ROTATION_LOCK = 7_301_946_024

/**
 * Creates a new key, stores it in the ring's file and encrypts everything by it, while the service runs. An
 * interrupted rotation continues with the next call. Throws `StartError` while another is under way, and when
 * the ring cannot be read or written.
 */
export async function rotateKeys(deps: RotationDeps): Promise<Rotation> {
  const client = await deps.database.pool.connect()
  let unlocked = false
  try {
    const taken = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
      ROTATION_LOCK,
    ])
    if (!taken.rows[0]?.mine)
      throw new StartError('Keys are being rotated already: wait until that has ended')
    try {
      return await rotate(deps)
    } finally {
      await client.query('select pg_advisory_unlock($1)', [ROTATION_LOCK])
      unlocked = true
    }
  } finally {
    // If unlocking fails, the session is ended, which releases its lock.
    client.release(!unlocked)
  }
}

/** Every column of encrypted values. */
export function listEncryptedColumns(db: Database['kysely']): EncryptedColumn<unknown>[] {
  return MODULES.flatMap((module) => ('encrypted' in module ? module.encrypted(db) : []))
}

async function rotate({
  database,
  keyRingFile,
  dropOld,
  signOutAll = false,
  clock = systemClock,
}: RotationDeps): Promise<Rotation> {
  const found = readStoredRing(keyRingFile)
  const added = !found.unfinished && !dropOld
  const ring = added ? rotateKeyRing(keyRingFile, clock.now()) : found
  const db = database.kysely
  await recordKey(db, ring)
  const encrypted = listEncryptedColumns(db)
  const columns: Rotation['columns'] = []
  for (const column of encrypted) columns.push({ name: column.name, ...(await moveAll(ring, column)) })
  finishRotation(keyRingFile)
  const dropped = dropOld
    ? await drop(db, { keyRingFile, ring, encrypted, now: clock.now() })
    : NOTHING_DROPPED
  const roots = forgetRoots(keyRingFile, { dropOld, signOutAll }, clock.now())
  return { added, columns, ...dropped, ...roots }
}

/** A root may be removed when the longest lifetime of a signature has passed since its replacement. */
const ROOT_LIFE_MS = SESSION_LIFE_MS + MINUTE_MS

function forgetRoots(
  keyRingFile: string,
  { dropOld, signOutAll }: { dropOld: boolean; signOutAll: boolean },
  now: number,
): Pick<Rotation, 'droppedRoots' | 'rootsUntil'> {
  const before = readStoredRing(keyRingFile).roots
  const replacedBefore = signOutAll ? Infinity : dropOld ? now - ROOT_LIFE_MS : -Infinity
  const { roots } = dropRoots(keyRingFile, replacedBefore)
  const rootsUntil = roots.length > 1 ? roots[0].since + ROOT_LIFE_MS : null
  return { droppedRoots: before.length - roots.length, rootsUntil }
}

async function moveAll(ring: StoredRing, column: EncryptedColumn<unknown>): Promise<Rewrapped> {
  const done: Rewrapped = { moved: 0, changedMeanwhile: 0, unreadable: 0 }
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const { moved, changedMeanwhile, unreadable } = await rewrapColumn(ring, column)
    done.moved += moved
    done.changedMeanwhile += changedMeanwhile
    done.unreadable = unreadable
    if (changedMeanwhile === 0) break
  }
  return done
}

const NOTHING_DROPPED = { dropped: 0, stillUsed: 0, droppableAt: null }

async function drop(
  db: Database['kysely'],
  {
    keyRingFile,
    ring,
    encrypted,
    now,
  }: { keyRingFile: string; ring: StoredRing; encrypted: readonly EncryptedColumn<unknown>[]; now: number },
): Promise<Pick<Rotation, 'dropped' | 'stillUsed' | 'droppableAt'>> {
  const old = [...ring.keys.keys()].filter((id) => id !== ring.current)
  const droppableAt = ring.rotatedAt + IN_FLIGHT_MS
  if (old.length > 0 && now < droppableAt) return { dropped: 0, stillUsed: 0, droppableAt }
  const counts = await Promise.all(encrypted.map((column) => column.countByKey()))
  const unused = old.filter((id) => counts.every((byKey) => !byKey.has(id)))
  // Checks first: interrupted here, the ring holds a key too many. The other way it would lack one.
  await deleteChecks(db, unused)
  if (unused.length > 0) dropKeys(keyRingFile, new Set(unused))
  return { dropped: unused.length, stillUsed: old.length - unused.length, droppableAt: null }
}

/** The result of a rotation as text for the operator's terminal. */
export function tellRotation(done: Rotation): string {
  const { added, columns, dropped, stillUsed, droppableAt, droppedRoots, rootsUntil } = done
  const sum = (what: keyof Rewrapped) => columns.reduce((total, column) => total + column[what], 0)
  const parts = [
    added ? 'A new key encrypts and a new root signs from now on.' : 'No new key was made.',
    `${sum('moved')} values were moved to it: ${columns.map((each) => `${each.name} ${each.moved}`).join(', ')}.`,
  ]
  if (sum('unreadable') > 0)
    parts.push(`${sum('unreadable')} values do not open with any key and stay as they are.`)
  if (droppableAt !== null) {
    parts.push(`Old keys may be dropped from ${new Date(droppableAt).toISOString()} on: ask again then.`)
  }
  if (dropped > 0) parts.push(`${dropped} old keys were dropped; the ring's .backup file still holds them.`)
  if (stillUsed > 0) parts.push(`${stillUsed} old keys stay, since values encrypted by them are left.`)
  if (droppedRoots > 0) parts.push(`${droppedRoots} old roots were dropped: what they signed is refused.`)
  if (rootsUntil !== null) {
    parts.push(
      `What was signed before holds for its life; drop old roots after ${new Date(rootsUntil).toISOString()}.`,
    )
  }
  return parts.join(' ')
}
