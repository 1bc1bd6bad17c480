import { newIdempotencyKey } from '../../idempotency-key.ts'

/**
 * Idempotency keys: the same request has the same key until it succeeds, regardless of repeated taps and lost
 * answers; after that it gets a new one. `newKey` makes a unique key.
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

/** Outlives the sheet of a request: closed and reopened, it still repeats the same request. */
export const wishes = keepWishes(newIdempotencyKey)
