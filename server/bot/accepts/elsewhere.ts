import { announceJudging } from '../life/announce.ts'
import type { BotDeps } from '../deps.ts'
import { settleAttempt } from './settle.ts'
import type { Stepped } from '../life/steps.ts'
import { endJobs } from '../store/blocks.ts'
import { listElsewhere } from '../store/next-readings.ts'
import type { DueReading } from '../store/next-readings.ts'
import { wakeAfterJob } from '../held/sync.ts'

/**
 * Gives up what is open at platforms that the driver no longer uses, since no one can read it: an
 * undecided accept is missed, a job that began is over. Without it their time would stay occupied and the bot
 * asleep. Answers the steps.
 */
export async function giveUpElsewhere(
  deps: BotDeps,
  owner: DueReading,
  platform: string,
): Promise<Stepped[]> {
  const { db, clock } = deps
  const { driverId } = owner
  const { accepts, jobs } = await listElsewhere(db, owner, platform)
  if (accepts.length + jobs.length === 0) return []
  const steps: (Stepped | null)[] = []
  for (const id of accepts)
    steps.push(await settleAttempt(deps, driverId, id, { won: false, cause: 'unavailable' }, null))
  for (const job of jobs)
    await endJobs(db, { driverId, platform: job.platform, now: clock.now() }, [job.blockId])
  await announceJudging(db, driverId)
  if (jobs.length > 0) steps.push(...(await wakeAfterJob(deps, driverId)))
  return steps.filter((step) => step !== null)
}
