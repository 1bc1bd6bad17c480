import type { Outputs } from '@madruga/core/contract.ts'
import { AppError } from '@madruga/core/errors.ts'
import type { Limiter } from '../../kit/limits.ts'
import { callAs } from './access.ts'
import type { AccessDeps } from './access.ts'
import { readVariant } from './store.ts'
import { valueOf } from '../refusal.ts'

type View = Outputs['platforms']['verification']

/** What relaying the human check needs from other modules. */
export type VerificationDeps = AccessDeps & {
  /** Whether the driver's bot waits for the check. */
  botWaits(driverId: string): Promise<boolean>
  /** The check is solved: the bot continues, and its notification ends. */
  humanSolved(driverId: string): Promise<void>
  /** Limit of answers that a driver may try, against guessing at the platform through us. */
  answerLimit: Limiter
}

/**
 * Relays the platform's human check to the driver and their answer back. The product never reads or answers
 * it.
 */
export type Verification = {
  /**
   * The open check; null where there is none. Refuses with `platforms.sign_in_refused` and
   * `platforms.unavailable`.
   */
  read(driverId: string): Promise<View>
  /**
   * Passes a person's answer on. Refuses with `platforms.wrong_answer`, `platforms.nothing_to_solve`,
   * `platforms.no_account` and `request.too_many` besides what reading refuses with.
   */
  answer(driverId: string, given: { id: string; answer: string }): Promise<{ solved: true }>
}

type Challenge = { challengeId: string; question: string; imageSvg: string }

/** Opens the relay. */
export function createVerification(deps: VerificationDeps): Verification {
  async function ask(driverId: string): Promise<Challenge | null> {
    const reply = await callAs(deps, driverId, await readVariant(deps.db, driverId), ({ platform, tokens }) =>
      platform.verification(tokens),
    )
    return reply === null ? null : valueOf(reply)
  }

  return {
    async read(driverId) {
      const [challenge, botWaits] = await Promise.all([ask(driverId), deps.botWaits(driverId)])
      // Solved in the delivery app itself: the bot goes on before the sweep finds out.
      if (challenge === null && botWaits) await deps.humanSolved(driverId)
      return {
        challenge: challenge && {
          id: challenge.challengeId,
          question: challenge.question,
          image: imageOf(challenge.imageSvg),
        },
        botWaits: challenge !== null && botWaits,
      }
    },

    async answer(driverId, { id, answer }) {
      const waitMs = await deps.answerLimit.take(driverId)
      if (waitMs !== null)
        throw new AppError('request.too_many', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
      const variant = await readVariant(deps.db, driverId)
      const reply = await callAs(deps, driverId, variant, ({ platform, tokens }) =>
        platform.answerVerification(tokens, id, answer),
      )
      if (reply === null) throw new AppError('platforms.no_account')
      if (!reply.ok && reply.problem.trouble === 'unexpected_reply') {
        // The platform does not know this check any more: it was solved elsewhere, or another one took its
        // place.
        const open = await ask(driverId)
        throw new AppError(open === null ? 'platforms.nothing_to_solve' : 'platforms.wrong_answer')
      }
      if (!valueOf(reply).solved) throw new AppError('platforms.wrong_answer')
      await deps.humanSolved(driverId)
      return { solved: true }
    },
  }
}

/** The picture as a data URL for `<img>`, where an SVG's scripts do not run and nothing is loaded. */
function imageOf(svg: string): string {
  return svg === '' ? '' : `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}
