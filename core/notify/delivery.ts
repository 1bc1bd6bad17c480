import type { MessageSettings } from '../settings.ts'
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
