import { MINUTE_MS } from '@madruga/core/time.ts'
import type { Database } from '../db.ts'
import type { Clock } from '../kit/clock.ts'
import { openSecrets } from '../kit/encryption.ts'
import type { KeyRing, Secrets } from '../kit/encryption.ts'
import { readDigestKey } from '../service-keys.ts'
import { SESSION_LIFE_MS } from './auth.ts'
import { CHALLENGE_LIFE_MS } from './captcha.ts'
import { CODES } from './code-limits.ts'

/** What accounts sign and digest with, the same in every process. */
export type AccountSecrets = {
  /** Keys the digests under which limits are counted; at least 32 characters. */
  secret: string
  /** Sign sessions, codes and challenges. */
  sessionSecrets: Secrets
  codeSecrets: Secrets
  captchaSecrets: Secrets
}

/** What was signed by a clock a little behind ours is good a little longer. */
const SLACK_MS = MINUTE_MS

/**
 * Opens the secrets of accounts by the ring; each former one is held as long as what it signed is good for.
 */
export async function openAccountSecrets(
  db: Database['kysely'],
  keyRing: KeyRing,
  clock: Clock,
): Promise<AccountSecrets> {
  const lasting = (purpose: string, lifeMs: number) =>
    openSecrets(keyRing, purpose, { lifeMs: lifeMs + SLACK_MS, now: clock.now })
  return {
    secret: await readDigestKey(db, keyRing),
    sessionSecrets: lasting('sessions', SESSION_LIFE_MS),
    codeSecrets: lasting('codes', CODES.ticketMs),
    captchaSecrets: lasting('captcha', CHALLENGE_LIFE_MS),
  }
}
