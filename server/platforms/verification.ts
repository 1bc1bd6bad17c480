import type { Outputs } from '@madruga/core/contract.ts'
import { AppError } from '@madruga/core/errors.ts'
import type { Limiter } from '../kit/limits.ts'
import { callAs } from './access.ts'
import type { AccessDeps } from './access.ts'
import { readVariant } from './account-store.ts'
import { valueOf } from './refusal.ts'

type View = Outputs['platforms']['verification']

/** What relaying the human check needs of the rest of the house. */
export type VerificationDeps = AccessDeps & {
  /** Whether the driver's bot does nothing before the check is solved. */
  botWaits(driverId: string): Promise<boolean>
  /** The check is solved: the bot goes on, and the call for a person ends. */
  humanSolved(driverId: string): Promise<void>
  /** Answers that a driver may try: the platform must not be guessed at through us. */
  answerLimit: Limiter
}

/**
 * The platform's check that a person works there, passed to that person and back. Nothing here reads or
 * answers it.
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
      // Solved in the delivery app itself: the bot need not wait for the sweep to find out.
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

/**
 * As an address of a picture: shown by `<img>`, where scripts of a drawing do not run and nothing is loaded.
 */
function imageOf(svg: string): string {
  return svg === '' ? '' : `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}
