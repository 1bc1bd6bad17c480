import { Refusal } from '../../refusals.ts'
import { fillQuota } from '../quota.ts'
import { countSearch } from '../search.ts'
import type { Driver } from '../types.ts'
import type { World } from '../world.ts'
import { fillJob, listJob } from './jobs.ts'
import type { Job, JobTerms } from './model.ts'

/** A courier's search: the jobs of the metro. All couriers spend one budget; throws when it is used up. */
export function searchJobs(world: World, driver: Driver): Job[] {
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
export function listJobs(world: World, { metroId }: Driver): Job[] {
  return [...world.courier.jobs.values()].filter(
    (job) => job.state !== 'closed' && job.station.metroId === metroId,
  )
}

/** Lists exactly one job, as an admin says. */
export function placeJob(
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
