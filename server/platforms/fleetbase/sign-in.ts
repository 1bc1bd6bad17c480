import { DAY_MS } from '@madruga/core/time.ts'
import type { Clock } from '../../kit/clock.ts'
import { replyOf, trouble, troubleOf } from '../json-calls.ts'
import type { JsonCalls, JsonRefusal, JsonResult } from '../json-calls.ts'
import type { Platform, PlatformReply, PlatformSecret, PlatformTokens, PlatformTrouble } from '../model.ts'
import * as shapes from './shapes.ts'

/** How long a token lives. Fleetbase neither says so nor renews it. */
const TOKEN_MS = 7 * DAY_MS

type SignInDeps = { call: JsonCalls; key: string | null; clock: Clock; answers(): Promise<boolean> }

/** Signing in by password, or by a code that a text message brings. */
export function createSignIn(deps: SignInDeps): Required<Pick<Platform, 'signIn' | 'sendCode' | 'refresh'>> {
  const { call, key } = deps
  const post = (path: string, body: object) =>
    call(
      { method: 'POST', path: `/v1/drivers/${path}`, token: key, body, priority: 'sign_in' },
      shapes.session,
    )

  return {
    async signIn({ email, password }: PlatformSecret, { byCode = false } = {}) {
      const identity = writeIdentity(email)
      const send = () =>
        byCode ? post('verify-code', { identity, code: password }) : post('login', { identity, password })
      const { result, meetRefusal } = await askOfDriver(deps, send)
      return toTokens(deps, result, meetRefusal)
    },
    refresh: () =>
      Promise.resolve({ ok: false, problem: trouble('sign_in_needed', 'tokens are not renewed') }),
    async sendCode(phone) {
      const path = '/v1/drivers/login-with-sms'
      const body = { phone: writeIdentity(phone) }
      const one = { method: 'POST', path, token: key, body, priority: 'sign_in' } as const
      const { result, meetRefusal } = await askOfDriver(deps, () => call(one, null))
      return replyOf(result, () => null, meetRefusal)
    },
  }
}

/**
 * Asks for a driver by an identity; one that Fleetbase does not know ends as 500. A server in trouble says
 * the same, so it is asked twice, and once whether it answers anything at all.
 */
async function askOfDriver<T>(
  { answers }: SignInDeps,
  send: () => Promise<JsonResult<T>>,
): Promise<{ result: JsonResult<T>; meetRefusal: (refusal: JsonRefusal) => PlatformTrouble }> {
  const first = await send()
  const isDoubtful = first.kind === 'refusal' && first.status === 500 && (await answers())
  if (!isDoubtful) return { result: first, meetRefusal: meet }
  return {
    result: await send(),
    meetRefusal: (refusal) =>
      refusal.status === 500 ? trouble('sign_in_refused', 'status 500: no such driver') : meet(refusal),
  }
}

/** A telephone number as Fleetbase stores it, without what people put between its digits. */
function writeIdentity(typed: string): string {
  return typed.includes('@') ? typed : typed.replace(/[\s().-]/g, '')
}

/** A refusal with words is about the driver; one of the framework is about the operator's key. */
function meet(refusal: JsonRefusal): PlatformTrouble {
  const { status, said } = refusal
  const words = shapes.wordsOf(said)
  if (shapes.isOfPlatform(said) && (status === 400 || status === 401 || status === 404))
    return trouble('sign_in_refused', words)
  if (status === 401) return trouble('unavailable', `the instance refuses our key: ${words}`)
  return troubleOf(refusal, words)
}

function toTokens(
  { clock }: SignInDeps,
  result: JsonResult<{ id: string; token: string }>,
  meetRefusal: (refusal: JsonRefusal) => PlatformTrouble,
): PlatformReply<PlatformTokens> {
  return replyOf(
    result,
    ({ id, token }) => ({
      accessToken: token,
      refreshToken: '',
      expiresAt: clock.now() + TOKEN_MS,
      platformDriverId: id,
    }),
    meetRefusal,
  )
}
