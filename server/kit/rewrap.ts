import { rewrapValue, EncryptionError } from './encryption.ts'
import type { KeyRing, EncryptionContext } from './encryption.ts'

/** One encrypted value of a table. `key` identifies its row and is the cursor of the next page. */
export type EncryptedValue<Key> = { key: Key; place: EncryptionContext; encrypted: Buffer }

/** A column of encrypted values, accessed by its module's statements; key ids are hexadecimal. */
export type EncryptedColumn<Key> = {
  /** `table.column`, for the reported figures. */
  name: string
  /**
   * The next values after `after` that this key did not encrypt, in the order of their keys; null = from the
   * first one.
   */
  readOthers(keyId: string, after: Key | null, limit: number): Promise<EncryptedValue<Key>[]>
  /** Replaces a value if it is still `from`; false if it was changed in the meantime. */
  replace(key: Key, from: Buffer, to: Buffer): Promise<boolean>
  /** How many values each key encrypted. */
  countByKey(): Promise<Map<string, number>>
}

/**
 * The result of a sweep. `unreadable` values cannot be decrypted with any key of the ring and stay unchanged.
 */
export type Rewrapped = { moved: number; changedMeanwhile: number; unreadable: number }

/** A condition's text: the id of the key that encrypted a column's value, as `deps/encrypt` lays it out. */
export const KEY_ID_SQL = (column: string): string => `encode(substring(${column} from 2 for 8), 'hex')`

/**
 * Re-encrypts every value of a column with the ring's current key, page by page. May be stopped at any point
 * and restarted: finished values are skipped. Values changed meanwhile are not overwritten.
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
