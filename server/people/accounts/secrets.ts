import { MINUTE_MS } from '@madruga/core/time.ts'
import type { Database } from '../../db.ts'
import type { Clock } from '../../kit/clock.ts'
import { openSecrets } from '../../kit/encryption.ts'
import type { KeyRing, Secrets } from '../../kit/encryption.ts'
import { readDigestKey } from '../service-keys.ts'
import { SESSION_LIFE_MS } from './auth.ts'
import { CHALLENGE_LIFE_MS } from './captcha.ts'
import { CODES } from './code-limits.ts'
import { PASSKEY_LIFE_MS } from './passkeys.ts'

/** The secrets of accounts for signatures and digests, the same in every process. */
export type AccountSecrets = {
  /** Key of the digests under which limits are counted; at least 32 characters. */
  secret: string
  /** Secrets that sign sessions, codes and challenges. */
  sessionSecrets: Secrets
  codeSecrets: Secrets
  captchaSecrets: Secrets
  passkeySecrets: Secrets
}

/** Tolerance for signatures of a clock slightly behind ours. */
const SLACK_MS = MINUTE_MS

/** Derives the secrets of accounts from the ring; each former one stays valid as long as what it signed. */
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
    passkeySecrets: lasting('passkeys', PASSKEY_LIFE_MS),
  }
}
