import type { Outputs } from '@madruga/core/contract.ts'
import { AppError } from '@madruga/core/errors.ts'
import { callAs, valueOf } from '../../platforms.ts'
import type { PlatformRefusal } from '../../platforms.ts'
import type { BotDeps } from '../deps.ts'
import type { Follow } from '../life/steps.ts'
import { readJobAccept } from '../store/undecided.ts'
import type { JobAccept } from '../store/undecided.ts'
import { recordLeft } from './wait-list.ts'
import { settleByReading } from './undecided.ts'

type Left = Outputs['blocks']['leaveWaitList']

/**
 * Gives up a driver's place on a wait list, by the id of the job that waits. Answers what became of it: the
 * platform may have decided before. Refuses with `blocks.not_found`, also for another driver's, with
 * `blocks.not_on_wait_list`, `blocks.not_offered`, `blocks.too_late`, `blocks.not_held` and `platforms.*`.
 */
export async function leaveWaitList(
  deps: BotDeps,
  follow: Follow,
  driverId: string,
  { id }: { id: string },
): Promise<Left> {
  const accept = await findAccept(deps, driverId, id)
  if (accept.state === 'waiting') await leave(deps, follow, driverId, accept)
  return { outcome: outcomeOf(await findAccept(deps, driverId, id)) }
}

async function findAccept(deps: BotDeps, driverId: string, id: string): Promise<JobAccept> {
  const accept = await readJobAccept(deps.db, driverId, id)
  if (accept === null) throw new AppError('blocks.not_found')
  return accept
}

function outcomeOf({ state, cause }: JobAccept): Left['outcome'] {
  if (state === 'accepted') return 'won'
  if (state === 'missed') return cause === 'left' ? 'left' : 'taken'
  throw new AppError('blocks.not_on_wait_list')
}

async function leave(deps: BotDeps, follow: Follow, driverId: string, accept: JobAccept): Promise<void> {
  const { variant, attemptId } = accept
  const reply = await callAs<{ late: boolean } | PlatformRefusal | null>(
    deps,
    driverId,
    variant,
    async (access) => {
      const { platform, tokens } = access
      if (platform.name !== accept.platform || !platform.capabilities.release)
        throw new AppError('blocks.not_offered')
      // Read first: the same call would give back what the driver has got since.
      const reading = await settleByReading(deps, { driverId, variant }, access)
      if (!reading.ok) return reading
      follow(reading.value)
      const now = await findAccept(deps, driverId, accept.id)
      const waits = now.state === 'waiting' && now.waiting === 'waitlisted'
      return waits ? await platform.release(tokens, now.blockId) : { ok: true, value: null }
    },
  )
  if (reply === null) throw new AppError('platforms.no_account')
  const answer = valueOf(reply)
  if (answer === null) return
  // A place that the platform does not know of is left.
  if ('refused' in answer && answer.refused !== 'not_found')
    throw new AppError(answer.refused === 'too_late' ? 'blocks.too_late' : 'blocks.not_held')
  follow([await recordLeft(deps, driverId, attemptId)])
}
