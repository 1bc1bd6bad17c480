import { AppError } from '@madruga/core/errors.ts'
import type { Clock } from '../kit/clock.ts'
import type { Secrets } from '../kit/encryption.ts'
import { createAltcha } from './captcha/altcha.ts'
import type { AltchaWork } from './captcha/altcha.ts'
import { verifyAtProvider } from './captcha/provider.ts'
import type { ProviderConfig } from './captcha/provider.ts'
import type { Answered, Db } from './model.ts'

export { CHALLENGE_LIFE_MS } from './captcha/altcha.ts'
export type { AltchaWork } from './captcha/altcha.ts'

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
