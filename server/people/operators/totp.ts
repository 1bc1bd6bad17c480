import { createOTP } from '@better-auth/utils/otp'
import { createRandomStringGenerator } from '@better-auth/utils/random'

/** RFC 6238 with the parameters of every authenticator: SHA-1, six digits, 30 seconds. */
export const STEP_MS = 30_000
/** Clocks may differ by one step. */
const WINDOW = [0, -1, 1] as const
const ISSUER = 'Madruga'
const SECRET_LENGTH = 32

/** A new secret, about 190 random bits. */
export const makeSecret = (): string => createRandomStringGenerator('a-z', 'A-Z', '0-9')(SECRET_LENGTH)

/** The secret in an authenticator's formats: for scanning, and for typing. */
export function describeSecret(secret: string, account: string): { uri: string; key: string } {
  const uri = createOTP(secret).url(ISSUER, account)
  return { uri, key: new URL(uri).searchParams.get('secret') ?? '' }
}

/**
 * The step of this code, if it is current and unused; null otherwise. The caller stores it before the code
 * unlocks anything: a code read over a shoulder works only once.
 */
export async function findStep(
  secret: string,
  code: string,
  { now, lastStep }: { now: number; lastStep: number },
): Promise<number | null> {
  const current = Math.floor(now / STEP_MS)
  let match: number | null = null
  for (const offset of WINDOW) {
    const step = current + offset
    if ((await createOTP(secret).hotp(step)) === code && step > lastStep) match ??= step
  }
  return match
}
