import { compileFilter, widenFilter } from '@madruga/core/filters.ts'
import type { CourierFilter, Geography, HeldSpan } from '@madruga/core/filters.ts'
import { MINUTE_MS } from '@madruga/core/time.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import { TICK_MS } from '../clock.ts'
import type { Facts, Told, Attempt } from '../facts.ts'
import type { Invariant, See } from './model.ts'
import type { Job } from '@madruga/simulator/market.ts'

/** One accept of a courier that the market took, and what became of it by the market's own ledger. */
type Stand = {
  driverId: string
  job: Job
  holdingId: string
  acceptedAt: number
  /** When somebody agreed to it, or it got the place that it waited for. */
  decidedAt: number | null
  /** When it was over, and how; null = it stands. */
  endedAt: number | null
  ended: 'release' | 'denied' | 'replaced' | 'expired' | 'finished' | null
  /** Our record of it. */
  attempt: Attempt | null
}

const ENDS = ['release', 'denied', 'replaced', 'expired', 'finished'] as const

/** All accepts of couriers that the market took, by driver, in their order. */
function standsOf(facts: Facts): Map<string, Stand[]> {
  const idOf = new Map(facts.people.map(({ marketId, id }) => [marketId, id]))
  const attempts = new Map(facts.attempts.map((attempt) => [attempt.holdingId, attempt]))
  const stands = new Map<string, Stand>()
  for (const entry of facts.ledger) {
    const { offerId = '', blockId: holdingId = '', at: acceptedAt } = entry
    const stand = stands.get(holdingId)
    const job = facts.jobs.get(offerId)
    if (stand !== undefined) noteWhat(stand, entry)
    else if (entry.action === 'accept' && entry.status === 200 && job !== undefined) {
      const driverId = idOf.get(entry.driverId) ?? entry.driverId
      const attempt = attempts.get(holdingId) ?? null
      const open = { decidedAt: null, endedAt: null, ended: null }
      stands.set(holdingId, { driverId, job, holdingId, acceptedAt, attempt, ...open })
    }
  }
  return Map.groupBy(stands.values(), (stand) => stand.driverId)
}

/** What the ledger says of it after its accept. */
function noteWhat(stand: Stand, { action, at }: Facts['ledger'][number]): void {
  const ended = ENDS.find((each) => each === action)
  if (ended !== undefined) Object.assign(stand, { ended, endedAt: at })
  else if (action === 'agreed' || action === 'promoted') stand.decidedAt = at
}

/** Whether the courier had it at that time: held, running, pending or waiting for a place. */
function standsAt({ acceptedAt, endedAt }: Stand, at: number): boolean {
  return acceptedAt < at && (endedAt === null || endedAt > at)
}

/**
 * The time that it occupies, as known at `at`: an order all time from its accept on, until somebody says that
 * it is over.
 */
function spanOf({ job: { terms, station }, acceptedAt, endedAt }: Stand, at: number): HeldSpan {
  const isOrder = terms.kind === 'order'
  const isOver = endedAt !== null && endedAt <= at
  return {
    startAt: isOrder ? acceptedAt : terms.start,
    endAt: isOrder && isOver ? endedAt : terms.end,
    stationId: station.id,
    ...(isOrder && !isOver && { isOpen: true }),
  }
}

/**
 * Long enough for an accept to be read back, and to be told: undecided ones are read each minute, and the
 * platform may be down for three quarters of an hour.
 */
const TOLD_MS = 45 * MINUTE_MS
/** A place that the platform does not take back at once is given back at a later reading. */
const LEFT_MS = 5 * MINUTE_MS

/** Couriers' accepts: the platform's record, ours, and what the driver is told. */
export const courierInvariants: readonly Invariant[] = [
  {
    name: 'no courier accepts a job twice while the first accept stands',
    check: (facts, see) =>
      eachAccept(facts, (entry, mine) => {
        const first = mine.find(
          (stand) =>
            stand.job.jobId === entry.offerId && stand.ended !== 'finished' && standsAt(stand, entry.at),
        )
        see(first === undefined ? null : `${first.driverId} accepted ${entry.offerId} again at ${entry.at}`)
      }),
  },
  {
    name: 'no job is tried for twice in one listing, nor is one block ours twice',
    check(facts, see) {
      const couriers = couriersOf(facts)
      const seen = new Set<string>()
      const once = (what: string): void => {
        see(seen.has(what) ? what : null)
        seen.add(what)
      }
      for (const { driverId, offerId } of facts.attempts)
        if (couriers.has(driverId)) once(`attempt ${driverId} ${offerId}`)
      for (const { driverId, platformBlockId } of facts.blocks)
        if (couriers.has(driverId)) once(`block ${driverId} ${platformBlockId}`)
    },
  },
  {
    name: 'no courier accepts what overlaps with a job that they hold or wait for',
    check: (facts, see) =>
      eachPair(facts, (first, next) => {
        const span = spanOf(first, next.acceptedAt)
        const { startAt, endAt } = spanOf(next, next.acceptedAt)
        const crosses = span.startAt < endAt && (startAt < span.endAt || span.isOpen)
        see(crosses ? `${describe(next)} over ${describe(first)}` : null)
      }),
  },
  {
    name: 'no accept starts a job while another one runs',
    rare: 'few orders are accepted by a courier who has another job',
    check: (facts, see) =>
      eachPair(facts, (first, next) => {
        if (next.job.terms.kind !== 'order') return
        const { startAt, endAt, isOpen } = spanOf(first, next.acceptedAt)
        const runs = startAt <= next.acceptedAt && (isOpen || next.acceptedAt < endAt)
        see(runs ? `${describe(next)} during ${describe(first)}` : null)
      }),
  },
  {
    name: 'the platform never has to refuse an accept of a courier because of another job of theirs',
    check: (facts, see) =>
      eachAccept(facts, ({ driverId, offerId, at, status }) =>
        see(status === 409 ? `${driverId} accepted ${offerId} at ${at}: conflict` : null),
      ),
  },
  {
    name: 'every accept of a courier fits the filter of its time, or the driver said yes',
    check: checkFilter,
  },
  {
    name: 'no undecided accept counts as won before the platform has decided',
    check: (facts, see) =>
      eachStand(facts, (stand, told) => {
        const wonAt = told.find(({ type }) => type === 'offer.accepted')?.at
        const block = facts.blocks.find(({ platformBlockId }) => platformBlockId === stand.holdingId)
        const wasLost = stand.ended === 'replaced' || stand.ended === 'denied' || stand.ended === 'expired'
        if (wasLost) see(wonAt !== undefined || block ? `${describe(stand)}: counted as won` : null)
        else if (wonAt !== undefined)
          see(wonAt >= (stand.decidedAt ?? stand.acceptedAt) ? null : `${describe(stand)}: won at ${wonAt}`)
      }),
  },
  {
    name: 'every job that the platform gives to another is told to its courier',
    rare: 'few jobs are given to another',
    check: (facts, see) =>
      eachStand(facts, (stand, told) => {
        const { ended, endedAt, attempt } = stand
        if (ended !== 'replaced' && ended !== 'denied' && ended !== 'expired') return
        if (endedAt === null || endedAt > facts.to - TOLD_MS) return
        const isLogged = told.some(({ type, at }) => type === 'offer.missed' && at >= endedAt)
        const isSaid = facts.news.some(
          ({ driverId, event }) => driverId === stand.driverId && event === `taken:${attempt?.id}`,
        )
        see(isLogged && isSaid ? null : `${describe(stand)}: logged ${isLogged}, notified ${isSaid}`)
      }),
  },
  {
    name: 'every job that a courier has at the platform is ours',
    check(facts, see) {
      const ours = new Map(facts.blocks.map((block) => [block.platformBlockId, block.state]))
      eachStand(facts, (stand) => {
        if (hasLost(stand) || stand.acceptedAt > facts.to - TOLD_MS) return
        const state = ours.get(stand.holdingId)
        const isKnown = (state !== undefined && state !== 'forfeited') || stand.attempt?.state === 'waiting'
        see(isKnown ? null : `${describe(stand)}: ${state ?? 'unknown to us'}`)
      })
    },
  },
  {
    name: 'every job of ours is at the platform',
    check(facts, see) {
      const couriers = couriersOf(facts)
      const stands = new Map([...standsOf(facts).values()].flat().map((stand) => [stand.holdingId, stand]))
      for (const { driverId, platformBlockId, state } of facts.blocks) {
        if (!couriers.has(driverId)) continue
        const stand = stands.get(platformBlockId)
        const isThere = stand && (!hasLost(stand) || (stand.ended === 'release' && state === 'forfeited'))
        see(
          isThere ? null : `${platformBlockId} of ${driverId}: ${state}, ${stand?.ended ?? 'never accepted'}`,
        )
      }
    },
  },
  {
    name: 'a place on a wait list is held, or given back at once, as the driver says',
    rare: 'few full shifts fit a filter',
    check: checkWaitLists,
  },
]

/** The courier has nothing of it any more. */
function hasLost({ ended }: Stand): boolean {
  return ended !== null && ended !== 'finished'
}

function couriersOf(facts: Facts): Map<string, string> {
  const couriers = facts.people.filter((person) => person.variant === 'courier')
  return new Map(couriers.map(({ id, marketId }) => [id, marketId]))
}

/** Each accept that the market saw of a courier, with all that the market ever gave this courier. */
function eachAccept(
  facts: Facts,
  visit: (entry: Facts['ledger'][number], mine: readonly Stand[]) => void,
): void {
  const idOf = new Map([...couriersOf(facts)].map(([id, marketId]) => [marketId, id]))
  const stands = standsOf(facts)
  for (const entry of facts.ledger) {
    const id = entry.action === 'accept' ? idOf.get(entry.driverId) : undefined
    if (id !== undefined) visit(entry, stands.get(id) ?? [])
  }
}

/** Each accept that the market took, with what the courier had then. */
function eachPair(facts: Facts, visit: (first: Stand, next: Stand) => void): void {
  for (const mine of standsOf(facts).values())
    for (const next of mine)
      for (const first of mine) if (first !== next && standsAt(first, next.acceptedAt)) visit(first, next)
}

/** Each accept that the market took, with what the log tells of it. */
function eachStand(facts: Facts, visit: (stand: Stand, told: readonly Told[]) => void): void {
  const told = Map.groupBy(facts.told, ({ driverId, offerId }) => `${driverId} ${offerId}`)
  for (const mine of standsOf(facts).values())
    for (const stand of mine) visit(stand, told.get(`${stand.driverId} ${stand.attempt?.offerId}`) ?? [])
}

function checkFilter(facts: Facts, see: See): void {
  const geography: Geography = { home: null, places: facts.places }
  for (const [driverId, mine] of standsOf(facts))
    for (const one of mine) {
      const { attempt, acceptedAt, holdingId } = one
      const filter = attempt && facts.filters.get(`${driverId} ${attempt.filterVersion}`)
      if (!filter) {
        see(`${driverId} accepted ${holdingId}, of which we know nothing`)
        continue
      }
      const wanted = attempt.asked ? (widenFilter(filter) ?? filter) : filter
      // What is over still counts for the hours of a day and a week.
      const had = mine.filter(
        (stand) =>
          stand.holdingId !== holdingId &&
          stand.acceptedAt < acceptedAt &&
          (standsAt(stand, acceptedAt) || stand.ended === 'finished'),
      )
      const held = had.map((stand) => spanOf(stand, acceptedAt))
      const judge = (now: Timestamp) =>
        compileFilter(wanted, now, { geography }).judge(attempt.offer, { now, held }).explain().failed
      const failed = judge(acceptedAt).length === 0 ? [] : judge(acceptedAt - TICK_MS)
      see(failed.length === 0 ? null : `${describe(one)}: ${JSON.stringify(failed[0])}`)
    }
}

/** By the filters that the driver ever had: which of them was in force at a reading is not recorded. */
function checkWaitLists(facts: Facts, see: See): void {
  eachStand(facts, (stand) => {
    const { attempt, ended, endedAt, decidedAt, acceptedAt, driverId } = stand
    if (attempt?.waiting !== 'waitlisted' || decidedAt !== null) return
    const wishes = wishesOf(facts, driverId)
    if (ended === 'release') see(wishes.has('leave') ? null : `${describe(stand)}: given back`)
    else if ((endedAt ?? facts.to) > acceptedAt + LEFT_MS)
      see(wishes.has('hold') || isDown(facts, acceptedAt) ? null : `${describe(stand)}: not given back`)
  })
}

function wishesOf(facts: Facts, driverId: string): Set<CourierFilter['waitlist']> {
  const own = [...facts.filters].filter(([key]) => key.startsWith(`${driverId} `))
  return new Set(own.flatMap(([, filter]) => ('waitlist' in filter ? [filter.waitlist] : [])))
}

function isDown(facts: Facts, at: number): boolean {
  return facts.outages.some(({ from, to }) => from < at + LEFT_MS && at < to)
}

function describe({ driverId, job: { jobId, terms }, acceptedAt, ended, endedAt, attempt }: Stand): string {
  const is = ended === null ? 'stands' : `${ended} at ${iso(endedAt as number)}`
  const span = `${terms.kind} of ${iso(terms.start)} to ${iso(terms.end)}`
  return `${driverId} ${jobId}, ${span}, accepted at ${iso(acceptedAt)} (${is}; with us ${attempt?.waiting} ${attempt?.state})`
}

const iso = (at: number): string => new Date(at).toISOString().slice(5, 19)
