import type { Program } from './queries.ts'

/** A text about credits, and its amount in cents. */
type Worth = { key: 'invite.credit_next' | 'invite.credit_all'; cents: number }

/**
 * What the available credits take off at most: the next one, and all where there are several. One without a
 * limit has no text.
 */
export function worthsOf({ capsCents }: Pick<Program['credits'], 'capsCents'>): Worth[] {
  const [next = null] = capsCents
  const caps = capsCents.filter((cents) => cents !== null)
  const worths: Worth[] = next === null ? [] : [{ key: 'invite.credit_next', cents: next }]
  const isMore = caps.length > 1 && caps.length === capsCents.length
  const allCents = caps.reduce((sum, cents) => sum + cents, 0)
  return isMore ? [...worths, { key: 'invite.credit_all', cents: allCents }] : worths
}
