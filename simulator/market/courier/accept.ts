import { Refusal } from '../../refusals.ts'
import { drawBetween, makeId, openStream } from '../random.ts'
import type { Driver } from '../types.ts'
import { record } from '../world.ts'
import type { World } from '../world.ts'
import { endHolding } from './holdings.ts'
import { decidePending, finishJob, freeJob, holdingsOf, replaceHolder } from './jobs.ts'
import type { Holding, HoldingState, Job } from './model.ts'

const LATE_MS = 45 * 60_000

/** Accepts a job for a driver, or throws the refusal; the ledger has both. */
export function acceptJob(world: World, driver: Driver, jobId: string): Holding {
  const job = world.courier.jobs.get(jobId)
  const refusal = refuse(world, driver, job)
  if (refusal !== undefined || job === undefined) {
    const code = refusal ?? new Refusal('gone')
    record(world, driver, { action: 'accept', offerId: jobId, status: code.status, code: code.code })
    throw code
  }
  const state = findState(world, job)
  const holding: Holding = {
    holdingId: makeId('ho', driver.driverId, jobId, job.listing),
    job,
    driverId: driver.driverId,
    state,
    acceptedAt: world.now,
  }
  if (state === 'running') begin(world, holding)
  else if (state !== 'waitlisted') Object.assign(job, { holder: driver.driverId, state: 'full' })
  world.courier.holdings.set(holding.holdingId, holding)
  playOn(world, holding)
  world.counts.accepted++
  const told = tellOtherwise(world, holding)
  const { status = 200, code } = told ?? {}
  const entry = { action: 'accept', offerId: jobId, blockId: holding.holdingId, status } as const
  record(world, driver, { ...entry, ...(code && { code }) })
  if (told !== null) throw told
  return holding
}

/** The refusal of an accept that took effect, as the lever has it; null = it is told as it was. */
function tellOtherwise(world: World, { job, holdingId }: Holding): Refusal | null {
  const share = world.courier.levers.refusedShare
  if (job.terms.kind !== 'order' || share === 0) return null
  return openStream(world.seed, 'refused', holdingId)() < share ? new Refusal('not_eligible') : null
}

function findState(world: World, job: Job): HoldingState {
  if (job.terms.kind === 'order') return 'running'
  if (job.state === 'full') return 'waitlisted'
  return job.terms.needsAgreement || world.courier.levers.agreement ? 'pending' : 'held'
}

/** An order begins with its accept. Nothing is locked: who accepted just before loses it. */
function begin(world: World, holding: Holding): void {
  const { job } = holding
  for (const other of holdingsOf(world, job))
    if (other.state === 'running') endHolding(world, other, 'replaced')
  if (job.holder === undefined) job.racedUntil = world.now + world.scenario.courier.raceMs
  Object.assign(job, { holder: holding.driverId, state: 'closed' })
  holding.begunAt = world.now
}

function refuse(world: World, driver: Driver, job: Job | undefined): Refusal | undefined {
  if (job === undefined) return new Refusal('gone')
  const mine = [...world.courier.holdings.values()].filter(({ driverId }) => driverId === driver.driverId)
  const own = mine.find((holding) => holding.job === job && holding.state !== 'done')
  if (own !== undefined) return new Refusal('conflict', { offerId: job.jobId })
  const isRaced = job.terms.kind === 'order' && job.holder !== undefined && world.now < job.racedUntil
  if (job.state === 'closed' && !isRaced) return new Refusal('gone')
  const lacking = job.terms.skills.filter((skill) => !driver.skills.includes(skill))
  if (lacking.length > 0) return new Refusal('not_eligible', { skills: lacking })
  const crossed = mine.find((holding) => crosses(holding, job))
  return crossed && new Refusal('conflict', { offerId: crossed.job.jobId })
}

/** Nothing is accepted while an order runs; shifts may not overlap. */
function crosses({ state, job: { terms } }: Holding, job: Job): boolean {
  if (state === 'running') return true
  return state === 'held' && terms.start < job.terms.end && job.terms.start < terms.end
}

/** What the world does with an accept later, by its own dice. */
function playOn(world: World, holding: Holding): void {
  const { job } = holding
  const { courier } = world.scenario
  const random = openStream(world.seed, 'courier', holding.holdingId)
  const isLive = () => world.courier.holdings.get(holding.holdingId) === holding
  const later = (from: number, to: number, run: () => void) =>
    world.queue.push(world.now + Math.round(drawBetween(random, from, to)), () => {
      if (isLive()) run()
    })
  if (holding.state === 'pending' && courier.decideMs > 0)
    later(courier.decideMs / 4, courier.decideMs, () => decidePending(world, job, random() < 0.7))
  if (holding.state === 'waitlisted' && courier.decideMs > 0 && random() < 0.5)
    later(courier.decideMs / 4, courier.decideMs, () => freeJob(world, job))
  if (holding.state !== 'running') return
  if (random() < courier.replacedShare) later(100, 2_500, () => replaceHolder(world, job))
  if (courier.decideMs > 0) {
    const lengthMs = job.terms.end - job.terms.start
    later(lengthMs * 0.5, lengthMs * 1.3, () => finishJob(world, job))
  }
}

/** Gives a job back. Returns whether that was late. A job that has begun cannot be given back. */
export function releaseJob(world: World, driver: Driver, holdingId: string): boolean {
  const holding = world.courier.holdings.get(holdingId)
  if (holding?.driverId !== driver.driverId) throw new Refusal('not_found')
  const { job, state } = holding
  if (state === 'running' || state === 'done' || job.terms.start <= world.now) throw new Refusal('too_late')
  endHolding(world, holding, 'release')
  if (state !== 'waitlisted') freeJob(world, job)
  return state === 'held' && job.terms.start - world.now < LATE_MS
}

/** What a driver has, the earliest first; what is over stays for two weeks. */
export function listHoldings(world: World, driver: Driver): Holding[] {
  const since = world.now - 14 * 86_400_000
  return [...world.courier.holdings.values()].filter(
    (holding) => holding.driverId === driver.driverId && (holding.endedAt ?? world.now) >= since,
  )
}
