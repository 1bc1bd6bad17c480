import type { Clock } from '../../kit/clock.ts'
import type { JsonCalls } from '../json-calls.ts'
import { replyOf, trouble } from '../json-calls.ts'
import type { PlatformReply, PlatformSecret, PlatformTokens } from '../model.ts'
import { meet } from './apply.ts'
import * as shapes from './shapes.ts'

/** Who may apply: a dispatcher's or an admin's roles include a courier's without listing it. */
const RIDES = ['ROLE_COURIER', 'ROLE_DISPATCHER', 'ROLE_ADMIN']
/** How long a token lives unless it says so itself. */
const TOKEN_MS = 3_600_000

/** Signs in. An account that is no courier's is refused here, since each later call would be. */
export async function signIn(
  calls: JsonCalls,
  clock: Clock,
  { email, password }: PlatformSecret,
): Promise<PlatformReply<PlatformTokens>> {
  const form = { _username: email, _password: password }
  const path = '/api/login_check'
  const result = await calls(
    { method: 'POST', path, token: null, form, priority: 'sign_in' },
    shapes.signedIn,
  )
  if (result.kind === 'refusal' && result.status === 401)
    return { ok: false, problem: { ...meet(result), trouble: 'sign_in_refused' } }
  if (result.kind === 'answer' && !result.value.roles.some((role) => RIDES.includes(role)))
    return { ok: false, problem: trouble('sign_in_refused', 'ROLE_COURIER is missing') }
  return replyOf(
    result,
    ({ token, refresh_token: refreshToken, username: platformDriverId }) => ({
      accessToken: token,
      refreshToken,
      expiresAt: clock.now() + lifeOf(token),
      platformDriverId,
    }),
    meet,
  )
}

/** Renews a token; once that fails, the driver's password signs in again. */
export async function renew(
  calls: JsonCalls,
  clock: Clock,
  tokens: PlatformTokens,
): Promise<PlatformReply<PlatformTokens>> {
  const form = { refresh_token: tokens.refreshToken }
  const path = '/api/token/refresh'
  const result = await calls({ method: 'POST', path, token: null, form, priority: 'sign_in' }, shapes.renewed)
  return replyOf(
    result,
    ({ token, refresh_token: refreshToken = tokens.refreshToken }) => ({
      ...tokens,
      accessToken: token,
      refreshToken,
      expiresAt: clock.now() + lifeOf(token),
    }),
    meet,
  )
}

/** How long a token lives, by its own words and by nobody's clock. */
function lifeOf(token: string): number {
  try {
    const text = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()
    const { iat, exp } = shapes.claims.parse(JSON.parse(text))
    return exp > iat ? (exp - iat) * 1_000 : TOKEN_MS
  } catch {
    return TOKEN_MS
  }
}
