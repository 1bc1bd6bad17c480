import type { MessageSettings } from '../settings.ts'
import type { Channel, TemplateName } from './model.ts'

/**
 * Errors of the phone provider that concern our number or account, never the recipient: an operator mends
 * them, and every other text would fail alike (twilio.com/docs/api/errors).
 */
export const OPERATOR_ERRORS: readonly string[] = [
  'twilio_20003',
  'twilio_21210',
  'twilio_21212',
  'twilio_21603',
  'twilio_21606',
  'twilio_21659',
  'twilio_30002',
  'twilio_30032',
  'twilio_30034',
]

/** Whether a provider's refusal is the operator's to mend. */
export function isOperatorError(error: string): boolean {
  return OPERATOR_ERRORS.includes(error)
}

/** Whether a text that did not reach its phone is spoken in a call: a code, which proves the same phone. */
export function isSpokenInstead({
  channel,
  template,
}: {
  channel: Channel
  template: TemplateName
}): boolean {
  return channel === 'sms' && template === 'code'
}

/**
 * When to ask again whether a text has arrived: after as long again as it is on its way, at least `firstMs`;
 * null = long enough, it stays sent.
 */
export function askArrivalAt(
  sentAt: number,
  now: number,
  { firstMs, untilMs }: MessageSettings['arrival'],
): number | null {
  const at = now + Math.max(firstMs, now - sentAt)
  return at > sentAt + untilMs ? null : at
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
  const askedMs = Math.min(retryAfterMs ?? 0, retry.capMs)
  const at = now + Math.round(Math.max(plainMs * (0.8 + 0.4 * random), askedMs))
  return message.expiresAt !== null && at >= message.expiresAt ? null : at
}

/**
 * Which of these messages to phones, in order, the caps allow, given the messages of the last 24 hours (by
 * phone) and each other; true = allowed.
 */
export function withinPhoneCaps(
  recipients: readonly string[],
  sentCounts: ReadonlyMap<string, number>,
  caps: MessageSettings['phoneCaps'],
): boolean[] {
  const counts = new Map(sentCounts)
  let overall = counts.values().reduce((sum, count) => sum + count, 0)
  return recipients.map((recipient) => {
    const before = counts.get(recipient) ?? 0
    if (before >= caps.recipient || overall >= caps.overall) return false
    counts.set(recipient, before + 1)
    overall += 1
    return true
  })
}
