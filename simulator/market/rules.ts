import { findList } from './board.ts'
import { acceptOffer, checkIn, declineOffer, findState, listBlocks, releaseBlock } from './blocks.ts'
import { askHuman, expireTokens, openAccount, refresh, signIn } from './drivers.ts'
import { findLimits } from './limits.ts'
import { acceptJob, listHoldings, releaseJob } from './courier/accept.ts'
import * as jobs from './courier/jobs.ts'
import { fillJob, listJob } from './courier/jobs.ts'
import { METROS } from './metros.ts'
import { listStationsOf } from './personal.ts'
import { acceptPast, checkInPast, findShownAt, recallPast } from './past.ts'
import { placeOffer } from './placing.ts'
import { fillQuota } from './quota.ts'
import { search, searchAgain, countSearch } from './search.ts'
import { answerQuestion, confirmInstant, moveDriver, switchInstant } from './switches.ts'
import { Refusal } from '../refusals.ts'
import type { Driver } from './types.ts'
import type { World } from './world.ts'
import type { Job, JobTerms } from './courier/model.ts'

/** All calls on a world, as functions with the world as their first argument. */
export const rules = {
  acceptJob,
  acceptOffer,
  acceptPast,
  answerQuestion,
  askHuman,
  checkIn,
  checkInPast,
  confirmInstant,
  declineOffer,
  expireTokens,
  fillQuota,
  findLimits,
  findList,
  findShownAt,
  findState,
  jobs,
  listBlocks,
  listHoldings,
  listJobs,
  listStationsOf,
  metros: METROS,
  moveDriver,
  openAccount,
  placeJob,
  placeOffer,
  recallPast,
  refresh,
  releaseBlock,
  releaseJob,
  search,
  searchAgain,
  searchJobs,
  signIn,
  switchInstant,
}

/** A courier's search: the jobs of the metro. All couriers spend one budget; throws when it is used up. */
function searchJobs(world: World, driver: Driver): Job[] {
  const minute = countSearch(world, driver)
  const { quota } = world.courier
  fillQuota(quota, world.quotaPerHour, world.now)
  if (quota.tokens < 1) {
    minute.refused++
    const retryAfterMs = Math.ceil(((1 - quota.tokens) * 3_600_000) / world.quotaPerHour)
    throw new Refusal('too_many_requests', { retryAfterMs })
  }
  quota.tokens -= 1
  return listJobs(world, driver)
}

/** The jobs of a driver's metro that can be taken or waited for, the oldest first. */
function listJobs(world: World, { metroId }: Driver): Job[] {
  return [...world.courier.jobs.values()].filter(
    (job) => job.state !== 'closed' && job.station.metroId === metroId,
  )
}

/** Lists exactly one job, as an admin says. */
function placeJob(
  world: World,
  { stationId, terms, takenAfterMs }: { stationId: string; terms: JobTerms; takenAfterMs?: number },
): Job {
  const station = world.stations.get(stationId)
  if (station?.variant !== 'courier' || terms.end <= terms.start)
    throw new Refusal('bad_request', { issues: ['stationId: no place, or end: not after start'] })
  const name = `placed/${world.now}/${++world.courier.placed}`
  const job = listJob(world, { station, terms, name, listedMs: 86_400_000 })
  if (takenAfterMs !== undefined) world.queue.push(world.now + takenAfterMs, () => fillJob(world, job))
  return job
}
