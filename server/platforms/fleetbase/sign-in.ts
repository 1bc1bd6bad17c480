import { DAY_MS } from '@madruga/core/time.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Platform } from '../model.ts'
import { trouble, troubleOf } from '../rest.ts'
import type { Meet, Rest, RestResult } from '../rest.ts'
import * as shapes from './shapes.ts'

/** How long a token lives. Fleetbase neither says so nor renews it. */
const TOKEN_MS = 7 * DAY_MS

type SignInDeps = { rest: Rest; key: string | null; clock: Clock; answers(): Promise<boolean> }

/** Signing in by password, or by a code that a text message brings. */
export function createSignIn({ rest, key, clock, answers }: SignInDeps) {
  /**
   * Asks for a driver by an identity; one that Fleetbase does not know ends as 500. A server in trouble says
   * the same, so it is asked twice, and once whether it answers anything at all.
   */
  const post = async <T>(
    action: string,
    body: object,
    shape: Parameters<typeof rest.send<T>>[1],
  ): Promise<[result: RestResult<T>, meet: Meet]> => {
    const call = { method: 'POST', path: `/v1/drivers/${action}`, by: key, body } as const
    const send = () => rest.send({ ...call, priority: 'sign_in' }, shape)
    const first = await send()
    const isDoubtful = first.kind === 'refusal' && first.status === 500 && (await answers())
    return isDoubtful ? [await send(), meetUnknown] : [first, meet]
  }
  return {
    async signIn({ email, password }, { byCode = false } = {}) {
      const identity = writeIdentity(email)
      const [result, meetThis] = byCode
        ? await post('verify-code', { identity, code: password }, shapes.session)
        : await post('login', { identity, password }, shapes.session)
      return rest.replyOf(
        result,
        ({ id: platformDriverId, token: accessToken }) => ({
          accessToken,
          refreshToken: '',
          expiresAt: clock.now() + TOKEN_MS,
          platformDriverId,
        }),
        meetThis,
      )
    },
    async sendCode(phone) {
      const [result, meetThis] = await post('login-with-sms', { phone: writeIdentity(phone) }, null)
      return rest.replyOf(result, () => null, meetThis)
    },
  } satisfies Partial<Platform>
}

/** A telephone number as Fleetbase stores it, without what people put between its digits. */
function writeIdentity(typed: string): string {
  return typed.includes('@') ? typed : typed.replace(/[\s().-]/g, '')
}

/** A refusal with words is about the driver; one of the framework is about the operator's key. */
const meet: Meet = (refusal) => {
  const { status, said } = refusal
  const words = shapes.wordsOf(said)
  if (shapes.isOfPlatform(said) && [400, 401, 404].includes(status)) return trouble('sign_in_refused', words)
  return status === 401
    ? trouble('unavailable', `the instance refuses our key: ${words}`)
    : troubleOf(refusal, words)
}

const meetUnknown: Meet = (refusal) =>
  refusal.status === 500 ? trouble('sign_in_refused', 'status 500: no such driver') : meet(refusal)
