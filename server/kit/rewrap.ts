import { rewrapValue, EncryptionError } from './encryption.ts'
import type { KeyRing, EncryptionContext } from './encryption.ts'

/** One encrypted value of a table. `key` finds its row again, and is where the next page goes on. */
export type EncryptedValue<Key> = { key: Key; place: EncryptionContext; encrypted: Buffer }

/** A column of encrypted values, by its word's own statements; key ids are hexadecimal. */
export type EncryptedColumn<Key> = {
  /** `table.column`, for whoever reads the figures. */
  name: string
  /**
   * The next values after `after` that this key did not encrypt, in the order of their keys; from the first
   * one when it is null.
   */
  readOthers(keyId: string, after: Key | null, limit: number): Promise<EncryptedValue<Key>[]>
  /** Puts a value where `from` still stands; false when somebody wrote another in the meantime. */
  replace(key: Key, from: Buffer, to: Buffer): Promise<boolean>
  /** How many values each key encrypted. */
  countByKey(): Promise<Map<string, number>>
}

/** What a sweep did. `unreadable` values do not open with any key of the ring and stay as they are. */
export type Rewrapped = { moved: number; changedMeanwhile: number; unreadable: number }

/** A condition's text: the id of the key that encrypted a column's value, as `deps/encrypt` lays it out. */
export const KEY_ID_SQL = (column: string): string => `encode(substring(${column} from 2 for 8), 'hex')`

/**
 * Moves every value of a column to the ring's current key, page by page. May be ended at any point and begun
 * again: what was moved is left out. A value that somebody writes meanwhile is not overwritten.
 */
export async function rewrapColumn<Key>(
  ring: KeyRing,
  column: EncryptedColumn<Key>,
  pageRows = 200,
): Promise<Rewrapped> {
  const done: Rewrapped = { moved: 0, changedMeanwhile: 0, unreadable: 0 }
  let after: Key | null = null
  while (true) {
    const page: EncryptedValue<Key>[] = await column.readOthers(ring.current, after, pageRows)
    for (const { key, place, encrypted } of page) {
      const fresh = rewrapped(ring, place, encrypted)
      if (fresh === null) done.unreadable++
      else if (await column.replace(key, encrypted, fresh)) done.moved++
      else done.changedMeanwhile++
    }
    const last = page.at(-1)
    if (last === undefined || page.length < pageRows) return done
    after = last.key
  }
}

function rewrapped(ring: KeyRing, place: EncryptionContext, encrypted: Buffer): Buffer | null {
  try {
    return rewrapValue(ring, place, encrypted)
  } catch (error) {
    if (error instanceof EncryptionError) return null
    throw error
  }
}
