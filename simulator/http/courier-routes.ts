import { z } from 'zod'
import { Refusal } from '../refusals.ts'
import type { Holding, Job, Market } from '../market.ts'
import { defineRoute } from './route.ts'
import type { Route } from './route.ts'
import * as schemas from './schemas.ts'
import { writeInstant, writeStore } from './wire.ts'

const instant = z.iso.datetime()
const kind = z.enum(['shift', 'order'])
const terms = {
  jobId: z.string(),
  stationId: z.string(),
  kind,
  start: instant,
  end: instant,
  endEstimated: z.boolean(),
  payCents: z.int().nullable(),
  currency: z.string(),
  skills: z.array(z.string()),
}
const Jobs = z.object({
  jobs: z.array(
    z.object({ ...terms, full: z.boolean(), listing: z.int().describe('how often it was listed before') }),
  ),
})
const state = z.enum(['pending', 'waitlisted', 'held', 'running', 'done'])
const holding = z.object({ ...terms, holdingId: z.string(), state })
const Placement = z.object({
  stationId: z.string(),
  kind,
  start: instant,
  end: instant,
  endEstimated: z.boolean().default(false),
  payCents: z.int().nonnegative().optional(),
  currency: z.string().default('USD'),
  skills: z.array(z.string()).default([]),
  needsAgreement: z.boolean().default(false),
  takenAfterMs: z.int().nonnegative().optional(),
})
const Levers = z.object({
  agreement: z.boolean().optional(),
  lost: z.boolean().optional(),
  refusedShare: z.number().min(0).max(1).optional(),
})

function writeTerms({ jobId, station, terms: of }: Job): object {
  return {
    jobId,
    stationId: station.id,
    kind: of.kind,
    start: writeInstant(of.start),
    end: writeInstant(of.end),
    endEstimated: of.endEstimated,
    payCents: of.payCents ?? null,
    currency: of.currency,
    skills: of.skills,
  }
}

function writeJob(job: Job): object {
  return { ...writeTerms(job), full: job.state === 'full', listing: job.listing }
}

function writeHolding({ holdingId, job, state: is, begunAt, endedAt }: Holding): object {
  return {
    ...writeTerms(job),
    ...(begunAt !== undefined && { start: writeInstant(begunAt) }),
    ...(endedAt !== undefined && { end: writeInstant(Math.max(endedAt, (begunAt ?? job.terms.start) + 1)) }),
    holdingId,
    state: is,
  }
}

/** The calls of couriers. */
export const COURIER_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/v1/places',
    summary: "The places of the courier's metro",
    who: 'driver',
    answer: schemas.Stores,
    handle: ({ market, session }) => ({
      json: { stores: market.rules.listStationsOf(market.world, session.driver).map(writeStore) },
    }),
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/jobs',
    summary: 'Search: shifts and orders; all couriers spend one budget',
    who: 'driver',
    answer: Jobs,
    handle: ({ market, session }) => ({
      json: { jobs: market.rules.searchJobs(market.world, session.driver).map(writeJob) },
    }),
  }),
  defineRoute({
    method: 'POST',
    path: '/v1/jobs/{jobId}/accept',
    summary: 'Accept a job: held, pending, on its wait list, or begun; a later accept may take an order away',
    who: 'driver',
    answer: holding,
    handle: ({ market, session, params }) => ({
      json: writeHolding(market.rules.acceptJob(market.world, session.driver, params.jobId ?? '')),
    }),
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/holdings',
    summary: 'What the courier holds or waits for',
    who: 'driver',
    answer: z.object({ holdings: z.array(holding) }),
    handle: ({ market, session }) => ({
      json: { holdings: market.rules.listHoldings(market.world, session.driver).map(writeHolding) },
    }),
  }),
  defineRoute({
    method: 'POST',
    path: '/v1/holdings/{holdingId}/release',
    summary: 'Give a shift or a place on a wait list back',
    who: 'driver',
    answer: schemas.Released,
    handle: ({ market, session, params }) => ({
      json: { late: market.rules.releaseJob(market.world, session.driver, params.holdingId ?? '') },
    }),
  }),
  defineRoute({
    method: 'GET',
    path: '/admin/holdings',
    summary: 'What every courier holds or waits for',
    who: 'operator',
    answer: schemas.Anything,
    handle: ({ market }) => ({
      json: {
        holdings: Array.from(market.world.courier.holdings.values(), (each) => ({
          ...writeHolding(each),
          driverId: each.driverId,
          acceptedAt: writeInstant(each.acceptedAt),
        })),
      },
    }),
  }),
  defineRoute({
    method: 'POST',
    path: '/admin/jobs',
    summary: 'Place one job exactly',
    who: 'operator',
    body: Placement,
    answer: z.object({ jobId: z.string() }),
    handle({ market, body }) {
      const { stationId, takenAfterMs, start, end, payCents, ...rest } = body
      const { jobId } = market.rules.placeJob(market.world, {
        stationId,
        terms: {
          ...rest,
          start: Date.parse(start),
          end: Date.parse(end),
          ...(payCents === undefined ? {} : { payCents }),
        },
        ...(takenAfterMs === undefined ? {} : { takenAfterMs }),
      })
      return { json: { jobId } }
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/admin/jobs/{jobId}/{action}',
    summary: 'What becomes of a job: fill, free, agree, deny, replace, finish, announce',
    who: 'operator',
    handle({ market, params }) {
      act(market, params.jobId ?? '', params.action ?? '')
      return undefined
    },
  }),
  defineRoute({
    method: 'PUT',
    path: '/admin/courier',
    summary: 'Whether each accept needs an agreement, announcements are lost, accepts are refused and count',
    who: 'operator',
    body: Levers,
    handle({ market, body }) {
      const { levers } = market.world.courier
      levers.agreement = body.agreement ?? false
      levers.lost = body.lost ?? false
      levers.refusedShare = body.refusedShare ?? 0
      return undefined
    },
  }),
]

function act(market: Market, jobId: string, action: string): void {
  const { world, rules } = market
  const job = world.courier.jobs.get(jobId)
  const { fillJob, freeJob, decidePending, replaceHolder, finishJob } = rules.jobs
  if (job === undefined) throw new Refusal('not_found')
  const actions: Record<string, () => void> = {
    fill: () => fillJob(world, job),
    free: () => freeJob(world, job),
    agree: () => decidePending(world, job, true),
    deny: () => decidePending(world, job, false),
    replace: () => replaceHolder(world, job),
    finish: () => finishJob(world, job),
    announce: () => world.courier.announce(job),
  }
  const run = actions[action]
  if (run === undefined) throw new Refusal('not_found')
  run()
}
