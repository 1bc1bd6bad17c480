import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether two secrets are the same, in a time that does not say how far they agree. */
export function sameText(one: string, other: string): boolean {
  return timingSafeEqual(hash(one), hash(other))
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
