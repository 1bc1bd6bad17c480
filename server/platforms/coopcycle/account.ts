import type { Clock } from '../../kit/clock.ts'
import type { PlatformReply, PlatformSecret, PlatformTokens } from '../model.ts'
import { readJson, trouble } from '../rest.ts'
import type { Rest } from '../rest.ts'
import * as shapes from './shapes.ts'
import { meet } from './apply.ts'

/** Who may apply: a dispatcher's or an admin's roles include a courier's without listing it. */
const RIDES = ['ROLE_COURIER', 'ROLE_DISPATCHER', 'ROLE_ADMIN']
/** How long a token lives unless it says so itself. */
const TOKEN_MS = 3_600_000

/** Signing in, and renewing tokens; once that fails, the driver's password signs in again. */
export function accountCalls(rest: Rest, clock: Clock) {
  const post = (path: string, form: Record<string, string>) =>
    rest.send({ method: 'POST', path, by: null, form, priority: 'sign_in' }, shapes.session)
  return {
    async signIn({ email, password }: PlatformSecret): Promise<PlatformReply<PlatformTokens>> {
      const result = await post('/api/login_check', { _username: email, _password: password })
      const isWrong = result.kind === 'refusal' && result.status === 401
      if (isWrong) return { ok: false, problem: { ...meet(result), trouble: 'sign_in_refused' } }
      if (result.kind !== 'answer') return { ok: false, problem: rest.problemOf(result) }
      const { token, refresh_token: refreshToken, username, roles } = result.value
      if (!roles || refreshToken === undefined || username === undefined)
        return { ok: false, problem: trouble('unexpected_reply', 'sign-in') }
      // Each later call of an account that is no courier's would be refused.
      if (!roles.some((role) => RIDES.includes(role)))
        return { ok: false, problem: trouble('sign_in_refused', 'ROLE_COURIER is missing') }
      return { ok: true, value: { ...tokenOf(token), refreshToken, platformDriverId: username } }
    },
    async refresh(tokens: PlatformTokens): Promise<PlatformReply<PlatformTokens>> {
      const result = await post('/api/token/refresh', { refresh_token: tokens.refreshToken })
      return rest.replyOf(result, ({ token, refresh_token: refreshToken = tokens.refreshToken }) => ({
        ...tokens,
        ...tokenOf(token),
        refreshToken,
      }))
    },
  }

  /** How long a token lives, by its own words and by the time of no clock but ours. */
  function tokenOf(token: string) {
    const text = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()
    const { iat = 0, exp = 0 } = readJson(text, shapes.claims) ?? {}
    return { accessToken: token, expiresAt: clock.now() + (exp > iat ? (exp - iat) * 1_000 : TOKEN_MS) }
  }
}
