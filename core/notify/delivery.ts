/** How messages are sent: every figure may be set. */
export type MessageSettings = {
  /** Attempts at most before a message is given up. */
  tries: number
  /**
   * Wait after the first attempt that failed; each further one waits `factor` times as long, up to the cap.
   */
  retry: { firstMs: number; factor: number; capMs: number }
  /**
   * SMS and calls that one phone is sent in 24 hours at most, and all phones together: pumped messages cost
   * money.
   */
  phoneCaps: { recipient: number; overall: number }
  /** "Send me one now" so often within the window, a driver. */
  tests: { count: number; windowMs: number }
  /** What was sent, or could not be, is listed so long. */
  keepMs: number
  /** What the embedded gateways were given is kept so long, and no more than so many. */
  received: { keepMs: number; newest: number }
}

/**
 * When to try again after `attempts` that failed, the last of them at `now`; null = not any more, because
 * tries are used up or the message would come after it is of use. `random`, from 0 to 1, spreads the waits by
 * a fifth either way, so that what failed together does not come back together. `retryAfterMs` is what the
 * other side asked for.
 */
export function retryAt(
  message: { attempts: number; expiresAt: number | null },
  now: number,
  random: number,
  { tries, retry }: MessageSettings,
  retryAfterMs: number | null = null,
): number | null {
  if (message.attempts >= tries) return null
  const plainMs = Math.min(retry.firstMs * retry.factor ** (message.attempts - 1), retry.capMs)
  const asked = Math.min(retryAfterMs ?? 0, retry.capMs)
  const at = now + Math.round(Math.max(plainMs * (0.8 + 0.4 * random), asked))
  return message.expiresAt !== null && at >= message.expiresAt ? null : at
}

/**
 * Which of these messages to phones, in their order, the caps let through, after what was sent in the last 24
 * hours (by phone) and with each other; true = it may go.
 */
export function withinPhoneCaps(
  recipients: readonly string[],
  sent: ReadonlyMap<string, number>,
  caps: MessageSettings['phoneCaps'],
): boolean[] {
  const counts = new Map(sent)
  let overall = counts.values().reduce((sum, count) => sum + count, 0)
  return recipients.map((recipient) => {
    const before = counts.get(recipient) ?? 0
    if (before >= caps.recipient || overall >= caps.overall) return false
    counts.set(recipient, before + 1)
    overall += 1
    return true
  })
}
