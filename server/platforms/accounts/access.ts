import type { Kysely } from 'kysely'
import type { Variant } from '@madruga/core/offers.ts'
import type { Tables } from '../../db.ts'
import type { Clock } from '../../kit/clock.ts'
import type { KeyRing } from '../../kit/encryption.ts'
import { forgetTokens, readAccount, saveTokens } from './store.ts'
import type { PlatformAccount } from './store.ts'
import type { Platform, PlatformReply, PlatformTokens } from '../model.ts'
import type { Platforms } from '../registry.ts'

/** What signing a driver in needs. */
export type AccessDeps = {
  db: Kysely<Tables>
  keyRing: KeyRing
  clock: Clock
  platforms: Pick<Platforms, 'byName'>
}

/** A platform at which a driver is signed in. */
export type Access = { platform: Platform; tokens: PlatformTokens }

/** Tokens are renewed this long before they expire, so that no poll uses an expired one. */
const RENEW_BEFORE_MS = 60_000
/** Of tokens that live shortly, at most this share of their life is left then. */
const RENEW_SHARE = 0.25

/** When tokens are to be renewed, epoch ms. */
export function renewalOf({ renewAt, expiresAt }: PlatformTokens): number {
  return renewAt ?? expiresAt - RENEW_BEFORE_MS
}

/**
 * Signs a driver in at the platform of a variant: with the stored tokens while they are valid, else by
 * refreshing them, else by password. `stale` is an access token that the platform no longer accepts. Null
 * when the driver has no account there.
 */
export async function openAccess(
  deps: AccessDeps,
  driverId: string,
  variant: Variant,
  stale: string | null = null,
): Promise<PlatformReply<Access> | null> {
  const account = await readAccount(deps.db, deps.keyRing, driverId, variant)
  return account && (await openAccessBy(deps, driverId, variant, account, stale))
}

/** The same by an account that was just read. */
export async function openAccessBy(
  deps: AccessDeps,
  driverId: string,
  variant: Variant,
  account: PlatformAccount,
  stale: string | null = null,
): Promise<PlatformReply<Access>> {
  const platform = deps.platforms.byName(account.platform)
  const { tokens } = account
  const now = deps.clock.now()
  const owner = { driverId, variant, platform, account }
  if (tokens && tokens.accessToken !== stale && renewalOf(tokens) > now) {
    return { ok: true, value: { platform, tokens } }
  }
  if (tokens) {
    const renewed = await platform.refresh(tokens)
    if (renewed.ok) return await keep(deps, owner, renewed.value)
    const { trouble } = renewed.problem
    if (trouble !== 'sign_in_needed' && trouble !== 'sign_in_refused') return renewed
  }
  return await signInBy(deps, owner, false)
}

/**
 * Signs a driver in by password and ends their other sessions: the seed's "log out of the delivery app on
 * start". Where only tokens are stored, they are renewed. Null when the driver has no account there.
 */
export async function signInAlone(
  deps: AccessDeps,
  driverId: string,
  variant: Variant,
): Promise<PlatformReply<Access> | null> {
  const account = await readAccount(deps.db, deps.keyRing, driverId, variant)
  if (account === null) return null
  if (account.secret === null) {
    return await openAccess(deps, driverId, variant, account.tokens?.accessToken ?? null)
  }
  return await signInBy(
    deps,
    { driverId, variant, platform: deps.platforms.byName(account.platform), account },
    true,
  )
}

async function signInBy(
  deps: AccessDeps,
  owner: Owner,
  signOutOthers: boolean,
): Promise<PlatformReply<Access>> {
  const { driverId, variant, platform, account } = owner
  const { secret, connectedAt } = account
  if (secret === null || account.state === 'sign_in_refused') {
    // Nothing stored signs in again, as after a sign-in by code: the driver connects once more.
    if (secret === null) await forgetTokens(deps.db, driverId, variant, { refused: true, connectedAt })
    return {
      ok: false,
      problem: { trouble: 'sign_in_refused', retryAfterMs: null, challengeId: null, detail: null },
    }
  }
  const signedIn = await platform.signIn(secret, { signOutOthers })
  if (signedIn.ok) return await keep(deps, owner, signedIn.value)
  if (signedIn.problem.trouble === 'sign_in_refused') {
    await forgetTokens(deps.db, driverId, variant, { refused: true, connectedAt })
  }
  return signedIn
}

/**
 * Makes one call as a driver, after a fresh sign-in if the platform no longer accepts the stored token. Null
 * when the driver has no account there.
 */
export async function callAs<T>(
  deps: AccessDeps,
  driverId: string,
  variant: Variant,
  call: (access: Access) => Promise<PlatformReply<T>>,
): Promise<PlatformReply<T> | null> {
  const access = await openAccess(deps, driverId, variant)
  if (!access?.ok) return access
  const reply = await call(access.value)
  if (reply.ok || reply.problem.trouble !== 'sign_in_needed') return reply
  const again = await openAccess(deps, driverId, variant, access.value.tokens.accessToken)
  return again?.ok ? await call(again.value) : again
}

type Owner = { driverId: string; variant: Variant; platform: Platform; account: PlatformAccount }

async function keep(
  deps: AccessDeps,
  { driverId, variant, platform, account }: Owner,
  issued: PlatformTokens,
): Promise<PlatformReply<Access>> {
  const { expiresAt } = issued
  const leftMs = Math.min(RENEW_BEFORE_MS, (expiresAt - deps.clock.now()) * RENEW_SHARE)
  const tokens = { ...issued, renewAt: expiresAt - leftMs }
  await saveTokens(deps.db, deps.keyRing, driverId, variant, tokens, account.connectedAt)
  return { ok: true, value: { platform, tokens } }
}
