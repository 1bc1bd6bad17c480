import { makeId } from '../random.ts'
import type { Station } from '../stations.ts'
import type { World } from '../world.ts'
import { RIVAL } from './model.ts'
import type { Holding, Job, JobTerms } from './model.ts'
import { endHolding, recordFor } from './holdings.ts'

/** Lists a new job; it leaves the list when it begins, an order `listedMs` later if no one took it. */
export function listJob(
  world: World,
  { station, terms, name, listedMs }: { station: Station; terms: JobTerms; name: string; listedMs: number },
): Job {
  const jobId = makeId('jb', world.seed, name)
  const job: Job = { jobId, station, terms, listing: 0, state: 'listed', racedUntil: 0 }
  world.courier.jobs.set(jobId, job)
  world.counts.listed++
  world.courier.announce(job)
  const closesAt = terms.kind === 'shift' ? terms.start : world.now + listedMs
  world.queue.push(closesAt, () => closeUntaken(world, job))
  if (terms.kind === 'shift') world.queue.push(terms.end, () => finishJob(world, job))
  return job
}

/** A shift that begins ends its wait list; an order that no one took is withdrawn. */
function closeUntaken(world: World, job: Job): void {
  for (const holding of holdingsOf(world, job))
    if (holding.state === 'waitlisted' || holding.state === 'pending') endHolding(world, holding, 'expired')
  if (job.terms.kind === 'shift' || job.holder === undefined) job.state = 'closed'
}

/** A rival takes the last place: a shift stays listed with its wait list, an order goes. */
export function fillJob(world: World, job: Job): void {
  if (job.state !== 'listed') return
  job.holder = RIVAL
  job.state = job.terms.kind === 'shift' ? 'full' : 'closed'
  world.counts.taken++
}

/** The place of a job is free again: the first who waits gets it, or it is listed once more. */
export function freeJob(world: World, job: Job): void {
  delete job.holder
  if (job.terms.kind === 'shift' && job.terms.start <= world.now) return
  const next = holdingsOf(world, job).find((holding) => holding.state === 'waitlisted')
  if (next !== undefined) {
    next.state = 'held'
    job.holder = next.driverId
    recordFor(world, next, 'promoted')
    return
  }
  job.state = 'listed'
  job.listing++
  world.courier.announce(job)
}

/** A rival's late accept replaces the driver's: the last one wins. */
export function replaceHolder(world: World, job: Job): void {
  const holding = holdingsOf(world, job).find(({ state }) => state === 'held' || state === 'running')
  if (holding === undefined) return
  job.holder = RIVAL
  endHolding(world, holding, 'replaced')
}

/** Somebody agrees to a pending accept, or does not. */
export function decidePending(world: World, job: Job, agrees: boolean): void {
  const holding = holdingsOf(world, job).find(({ state }) => state === 'pending')
  if (holding === undefined) return
  if (!agrees) {
    endHolding(world, holding, 'denied')
    freeJob(world, job)
    return
  }
  holding.state = 'held'
  recordFor(world, holding, 'agreed')
}

/** The job is over. */
export function finishJob(world: World, job: Job): void {
  job.state = 'closed'
  for (const holding of holdingsOf(world, job)) {
    if (holding.state !== 'held' && holding.state !== 'running') continue
    holding.state = 'done'
    holding.endedAt = world.now
    recordFor(world, holding, 'finished')
  }
}

/** Live holdings of a job, the earliest accept first. */
export function holdingsOf(world: World, job: Job): Holding[] {
  return [...world.courier.holdings.values()].filter((holding) => holding.job === job)
}
