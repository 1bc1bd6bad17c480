import { AppError } from '@madruga/core/errors.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Secrets } from '../../kit/encryption.ts'
import type { Answered, Db } from './model.ts'
import { randomInt } from 'node:crypto'
import { createChallenge, verifySolution } from 'altcha-lib'
import type { Payload } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import { MINUTE_MS } from '@madruga/core/time.ts'
import { useChallenge } from './store.ts'

/** Who verifies that a person is asking: our own proof of work, or a provider. */
export type CaptchaConfig = { provider: 'altcha' } | ProviderConfig

type CaptchaDeps = {
  db: Db
  clock: Clock
  config: CaptchaConfig
  /** Secrets that sign our own challenges. */
  secrets: Secrets
  work?: AltchaWork
  onFault: (message: string, details: unknown[]) => void
}

export type Captcha = {
  /** The challenge for the person. */
  challenge(): Promise<Answered['captcha']>
  /**
   * Accepts a solution once; refuses with `accounts.captcha_failed`, also if the provider does not answer.
   */
  check(proof: string, address: string): Promise<void>
}

export function createCaptcha({ config, onFault, ...deps }: CaptchaDeps): Captcha {
  if (config.provider !== 'altcha') {
    const { provider, siteKey } = config
    return {
      challenge: async () => ({ provider, siteKey, challenge: null }),
      async check(proof, address) {
        const verdict = await verifyAtProvider(config, proof, address)
        if (verdict.fault !== null) onFault('the captcha provider did not answer', [verdict.fault])
        if (!verdict.passed) throw new AppError('accounts.captcha_failed')
      },
    }
  }
  const altcha = createAltcha(deps)
  return {
    challenge: async () => ({ provider: 'altcha', siteKey: null, challenge: await altcha.make() }),
    async check(proof) {
      if (!(await altcha.take(proof))) throw new AppError('accounts.captcha_failed')
    },
  }
}

/**
 * Difficulty of a challenge: the solver tries counters from 0 on, each `cost` rounds of PBKDF2, up to one
 * between `least` and `most`.
 */
export type AltchaWork = { cost: number; least: number; most: number }

/** About half a second of a phone's CPU time. */
const WORK: AltchaWork = { cost: 5_000, least: 100, most: 250 }
/** Long enough to fill in the form meanwhile. */
export const CHALLENGE_LIFE_MS = 20 * MINUTE_MS

// Only the fields used here; the signature covers the rest.
const payload = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.literal('PBKDF2/SHA-256'),
      nonce: z.string().regex(/^[0-9a-f]{32}$/),
      salt: z.string(),
      cost: z.number(),
      keyLength: z.number(),
      keyPrefix: z.string(),
      keySignature: z.string(),
      expiresAt: z.number(),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
})

/** Our own challenges: a proof of work, signed by us, valid once. */
function createAltcha({
  db,
  clock,
  secrets,
  work = WORK,
}: {
  db: Db
  clock: Clock
  secrets: Secrets
  work?: AltchaWork
}) {
  async function isSolved(solution: Payload): Promise<boolean> {
    for (const secret of secrets.held())
      if ((await verifySolution({ ...signedBy(secret), ...solution, deriveKey })).verified) return true
    return false
  }

  return {
    async make(): Promise<Record<string, unknown>> {
      const challenge = await createChallenge({
        ...signedBy(secrets.current()),
        algorithm: 'PBKDF2/SHA-256',
        deriveKey,
        cost: work.cost,
        counter: randomInt(work.least, work.most + 1),
        expiresAt: new Date(clock.now() + CHALLENGE_LIFE_MS),
      })
      return { ...challenge }
    },

    /** Verifies a solution from the widget; false if it is wrong, expired, or already used. */
    async take(proof: string): Promise<boolean> {
      const solution = readPayload(proof)
      if (solution === null) return false
      const expiresAt = solution.challenge.parameters.expiresAt * 1_000
      if (expiresAt <= clock.now()) return false
      if (!(await isSolved(solution))) return false
      // The library itself would accept the same solution repeatedly.
      return await useChallenge(db, solution.challenge.parameters.nonce, expiresAt)
    },
  }
}

const signedBy = (secret: string) => ({
  hmacSignatureSecret: secret,
  hmacKeySignatureSecret: `${secret} key`,
})

function readPayload(proof: string): (Payload & z.output<typeof payload>) | null {
  try {
    const result = payload.safeParse(JSON.parse(Buffer.from(proof, 'base64').toString('utf8')))
    return result.success ? result.data : null
  } catch {
    return null
  }
}

/** A captcha provider; `verifyUrl` verifies solutions. */
type ProviderConfig = {
  provider: 'turnstile' | 'hcaptcha' | 'recaptcha'
  siteKey: string
  secret: string
  verifyUrl: string
}

const ANSWER_MS = 5_000

/**
 * Verifies a solution with the provider. Anything but a plain yes is a no; `fault` says why there was no
 * answer.
 */
async function verifyAtProvider(
  { verifyUrl, secret }: ProviderConfig,
  proof: string,
  address: string,
): Promise<{ passed: boolean; fault: unknown }> {
  try {
    const answer = await fetch(verifyUrl, {
      method: 'POST',
      body: new URLSearchParams({ secret, response: proof, remoteip: address }),
      signal: AbortSignal.timeout(ANSWER_MS),
      redirect: 'error',
    })
    if (!answer.ok) return { passed: false, fault: `status ${answer.status}` }
    const verdict: unknown = await answer.json()
    const passed =
      typeof verdict === 'object' && verdict !== null && 'success' in verdict && verdict.success === true
    return { passed, fault: null }
  } catch (error) {
    return { passed: false, fault: error }
  }
}
