import { createOTP } from '@better-auth/utils/otp'
import { createRandomStringGenerator } from '@better-auth/utils/random'

/** RFC 6238 as every authenticator has it: SHA-1, six digits, 30 seconds. */
export const STEP_MS = 30_000
/** Clocks may be one step apart. */
const WINDOW = [0, -1, 1] as const
const ISSUER = 'Madruga'
const SECRET_LENGTH = 32

/** A new secret, about 190 random bits. */
export const makeSecret = (): string => createRandomStringGenerator('a-z', 'A-Z', '0-9')(SECRET_LENGTH)

/** The secret as an authenticator takes it: to be scanned, and to be typed in. */
export function describeSecret(secret: string, account: string): { uri: string; key: string } {
  const uri = createOTP(secret).url(ISSUER, account)
  return { uri, key: new URL(uri).searchParams.get('secret') ?? '' }
}

/**
 * The step whose code this is, if it is one of now and none that was taken; null otherwise. The caller writes
 * it down before anything is opened by it: a code that somebody saw over a shoulder is good once.
 */
export async function findStep(
  secret: string,
  code: string,
  { now, lastStep }: { now: number; lastStep: number },
): Promise<number | null> {
  const current = Math.floor(now / STEP_MS)
  let found: number | null = null
  for (const offset of WINDOW) {
    const step = current + offset
    if ((await createOTP(secret).hotp(step)) === code && step > lastStep) found ??= step
  }
  return found
}
