import { newIdempotencyKey } from '../../idempotency-key.ts'

/**
 * Keys of wishes: the same wish has the same key until it is granted, however often it is tapped and whatever
 * became of the answer on its way; wished again after that, it has another. `newKey` makes a key that no
 * other wish has.
 */
export function keepWishes(newKey: () => string): {
  keyOf(wish: unknown): string
  grant(wish: unknown): void
} {
  const keys = new Map<string, string>()
  return {
    keyOf(wish) {
      const name = JSON.stringify(wish)
      const key = keys.get(name) ?? newKey()
      keys.set(name, key)
      return key
    },
    grant: (wish) => void keys.delete(JSON.stringify(wish)),
  }
}

/** Outlives the sheet in which something is wished: closed and opened again, it still asks for the same. */
export const wishes = keepWishes(newIdempotencyKey)
