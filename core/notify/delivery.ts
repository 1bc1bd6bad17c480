/** How messages are sent: every figure is configurable. */
export type MessageSettings = {
  /** Maximum attempts before a message is given up. */
  tries: number
  /** Delay after the first failed attempt; each further delay is `factor` times as long, up to the cap. */
  retry: { firstMs: number; factor: number; capMs: number }
  /** Maximum SMS and calls per phone in 24 hours, and for all phones together: SMS pumping costs money. */
  phoneCaps: { recipient: number; overall: number }
  /** Test messages per driver within the window. */
  tests: { count: number; windowMs: number }
  /** How long sent and failed messages are listed. */
  keepMs: number
  /** How long the embedded gateways keep messages, and how many at most. */
  received: { keepMs: number; newest: number }
}

/**
 * When to retry after `attempts` failures, the last of them at `now`; null = never, because attempts are used
 * up or the message would be outdated. `random`, from 0 to 1, spreads the delays by a fifth in either
 * direction, so that messages that failed together do not retry together. `retryAfterMs` is what the provider
 * requested.
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
 * Which of these messages to phones, in order, the caps allow, given the messages of the last 24 hours (by
 * phone) and each other; true = allowed.
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
