import type { Variant } from '@madruga/core/offers.ts'
import { forgetTokens, readAccount, saveTokens } from '../platforms.ts'
import type { Platform, PlatformReply, PlatformTokens } from '../platforms.ts'
import type { BotKit } from './kit.ts'

/** A platform that a driver is signed in at. */
export type Access = { platform: Platform; tokens: PlatformTokens }

/** Renewed so long before they end, so that no poll meets an expired token. */
export const RENEW_BEFORE_MS = 60_000

/**
 * Signs a driver in at the platform of a variant: with the stored tokens while they last, else by refreshing them, else by password.
 * `stale` is an access token that the platform no longer takes. Null when the driver has no account there.
 */
export async function openAccess(
  kit: BotKit,
  driverId: string,
  variant: Variant,
  stale: string | null = null,
): Promise<PlatformReply<Access> | null> {
  const account = await readAccount(kit.db, kit.keyRing, driverId, variant)
  if (account === null) return null
  const platform = kit.platformOf(variant)
  const { tokens, secret } = account
  const now = kit.clock.now()
  if (tokens && tokens.accessToken !== stale && tokens.expiresAt - RENEW_BEFORE_MS > now) {
    return { ok: true, value: { platform, tokens } }
  }
  if (tokens) {
    const renewed = await platform.refresh(tokens)
    if (renewed.ok) return await keep(kit, driverId, variant, platform, renewed.value)
    const { trouble } = renewed.problem
    if (trouble !== 'sign_in_needed' && trouble !== 'sign_in_refused') return renewed
  }
  if (secret === null || account.state === 'sign_in_refused') {
    return {
      ok: false,
      problem: { trouble: 'sign_in_refused', retryAfterMs: null, challengeId: null, detail: null },
    }
  }
  const signedIn = await platform.signIn(secret)
  if (signedIn.ok) return await keep(kit, driverId, variant, platform, signedIn.value)
  if (signedIn.problem.trouble === 'sign_in_refused') {
    await forgetTokens(kit.db, driverId, variant, { refused: true })
  }
  return signedIn
}

async function keep(
  kit: BotKit,
  driverId: string,
  variant: Variant,
  platform: Platform,
  tokens: PlatformTokens,
): Promise<PlatformReply<Access>> {
  await saveTokens(kit.db, kit.keyRing, driverId, variant, tokens)
  return { ok: true, value: { platform, tokens } }
}
