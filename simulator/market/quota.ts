/** A driver's search budget: a token bucket that refills steadily. */
export interface Quota {
  tokens: number
  filledAt: number
  /** Until when every search is refused (epoch ms); 0 = not refused. */
  lockedUntil: number
}

/** The bucket holds the searches of this many minutes, so that a short burst is allowed. */
const BUCKET_MINUTES = 10

/** Capacity of the bucket in tokens. */
export function findCapacity(perHour: number): number {
  return Math.max(1, Math.floor((perHour * BUCKET_MINUTES) / 60))
}

/** A full bucket. */
export function openQuota(perHour: number, now: number): Quota {
  return { tokens: findCapacity(perHour), filledAt: now, lockedUntil: 0 }
}

/** Refills the bucket for the elapsed time. */
export function fillQuota(quota: Quota, perHour: number, now: number): void {
  const gained = ((now - quota.filledAt) * perHour) / 3_600_000
  quota.tokens = Math.min(findCapacity(perHour), quota.tokens + gained)
  quota.filledAt = now
}

/**
 * Takes one search from the bucket. Returns 0 if it is allowed, else for how many ms it is refused: a driver
 * who runs dry is locked out for `lockMs` and finds the bucket full afterwards.
 */
export function spendSearch(quota: Quota, perHour: number, lockMs: number, now: number): number {
  if (quota.lockedUntil > now) return quota.lockedUntil - now
  if (quota.lockedUntil > 0) {
    quota.lockedUntil = 0
    quota.tokens = findCapacity(perHour)
    quota.filledAt = now
  }
  fillQuota(quota, perHour, now)
  if (quota.tokens < 1) {
    quota.lockedUntil = now + lockMs
    return lockMs
  }
  quota.tokens -= 1
  return 0
}
