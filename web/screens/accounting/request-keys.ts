import { newIdempotencyKey } from '../../idempotency-key.ts'

/**
 * Idempotency keys: the same request has the same key until it succeeds, regardless of repeated taps and lost
 * answers; after that it gets a new one. `newKey` makes a unique key.
 */
export function createRequestKeys(newKey: () => string): {
  keyOf(input: unknown): string
  release(input: unknown): void
} {
  const keys = new Map<string, string>()
  return {
    keyOf(input) {
      const name = JSON.stringify(input)
      const key = keys.get(name) ?? newKey()
      keys.set(name, key)
      return key
    },
    release: (input) => void keys.delete(JSON.stringify(input)),
  }
}

/** Outlives the sheet of a request: closed and reopened, it still repeats the same request. */
export const requestKeys = createRequestKeys(newIdempotencyKey)
