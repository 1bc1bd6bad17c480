const BYTES = 16

/**
 * A new idempotency key for one request (a random UUID), by which the service tells a repetition from a new
 * request. `crypto.randomUUID` exists only on pages over TLS, which an operator's private network may lack.
 */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/**
 * Keeps the idempotency key of every request until it succeeds, so that repeated taps and lost answers repeat
 * the same request. `newKey` makes a unique key.
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

/** The keys of this page: a form that was closed and reopened still repeats the same request. */
export const requestKeys = createRequestKeys(newIdempotencyKey)
