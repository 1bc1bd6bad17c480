import { compileFilter, widenFilter } from '@madruga/core/filters.ts'
import type { Geography, HeldSpan } from '@madruga/core/filters.ts'
import type { Place } from '@madruga/core/geo.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import { TICK_MS } from '../clock.ts'
import type { Facts } from '../facts.ts'
import type { Invariant, See } from './model.ts'

/** Blocks and trips: our records, the market's, and the driver's filter. */
const OFFER_RULES: readonly Invariant[] = [
  {
    name: 'every block at the market is ours, with the same time and pay',
    check(facts, see) {
      const ours = new Map(facts.blocks.map((block) => [block.platformBlockId, block]))
      for (const { blockId, driverId, terms, releasedAt } of facts.marketBlocks) {
        const mine = ours.get(blockId)
        const same =
          mine !== undefined &&
          mine.startAt === terms.start &&
          mine.endAt === terms.end &&
          mine.payCents === terms.payCents &&
          (releasedAt === undefined || mine.state === 'forfeited') &&
          // A driver who never came has forfeited it too.
          (mine.state !== 'forfeited' || releasedAt !== undefined || terms.end <= facts.to)
        see(same ? null : `${blockId} of ${driverId}: ${JSON.stringify(mine ?? 'unknown to us')}`)
      }
    },
  },
  {
    name: 'every block of ours is at the market',
    check(facts, see) {
      const theirs = new Set(facts.marketBlocks.map((block) => block.blockId))
      for (const block of facts.blocks)
        see(theirs.has(block.platformBlockId) ? null : `${block.platformBlockId} of ${block.driverId}`)
    },
  },
  {
    name: 'no offer is accepted twice for one driver',
    check(facts, see) {
      const sent = new Map<string, number>()
      for (const entry of facts.ledger) {
        if (entry.action !== 'accept') continue
        const key = `${entry.driverId} ${entry.offerId}`
        sent.set(key, (sent.get(key) ?? 0) + 1)
      }
      for (const [key, count] of sent) see(count === 1 ? null : `${key}: ${count} accepts`)
    },
  },
  {
    name: 'every attempt has one outcome, the one of the market',
    check(facts, see) {
      const won = new Set(
        facts.ledger
          .filter((entry) => entry.action === 'accept' && entry.status === 200)
          .map((entry) => `${entry.driverId} ${entry.offerId}`),
      )
      const marketIds = new Map(facts.people.map((person) => [person.id, person.marketId]))
      for (const attempt of facts.attempts) {
        const atMarket = won.has(`${marketIds.get(attempt.driverId)} ${attempt.offerId}`)
        const right = attempt.state === (atMarket ? 'accepted' : 'missed')
        see(
          right
            ? null
            : `attempt ${attempt.id} is ${attempt.state}, at the market ${atMarket ? 'won' : 'not'}`,
        )
      }
    },
  },
  { name: 'every accept fits the filter of its time, or the driver said yes', check: checkInside },
  {
    name: 'no two held blocks of a driver overlap',
    check(facts, see) {
      for (const blocks of byDriver(facts).values()) {
        const held = blocks
          .filter((block) => block.state !== 'forfeited')
          .sort((one, other) => one.startAt - other.startAt)
        for (const [index, block] of held.entries()) {
          const next = held[index + 1]
          if (next) see(block.endAt <= next.startAt ? null : `${block.id} and ${next.id}`)
        }
      }
    },
  },
]

/** Accepts of any variant. */
const ACCEPT_RULES: readonly Invariant[] = [
  {
    name: 'nothing is accepted in shadow mode',
    rare: 'one start in ten is in shadow mode',
    check(facts, see) {
      const marketIds = new Map(facts.people.map((person) => [person.id, person.marketId]))
      for (const { driverId, from, to } of facts.shadows) {
        const accept = facts.ledger.find(
          (entry) =>
            entry.action === 'accept' &&
            entry.driverId === marketIds.get(driverId) &&
            entry.at >= from &&
            entry.at < to,
        )
        see(accept === undefined ? null : `${driverId} accepted ${accept.offerId} in shadow mode`)
      }
    },
  },
]

/** Accepts and what they bring; what couriers have is no block at the market, and has its own rules. */
export const blockInvariants: readonly Invariant[] = [
  ...OFFER_RULES.map(({ name, check }) => ({
    name,
    check: (facts: Facts, see: See) => check(withoutCouriers(facts), see),
  })),
  ...ACCEPT_RULES,
]

function withoutCouriers(facts: Facts): Facts {
  const people = facts.people.filter((person) => person.variant !== 'courier')
  const ours = new Set(people.map((person) => person.id))
  const theirs = new Set(people.map((person) => person.marketId))
  return {
    ...facts,
    people,
    ledger: facts.ledger.filter((entry) => theirs.has(entry.driverId)),
    attempts: facts.attempts.filter((attempt) => ours.has(attempt.driverId)),
    blocks: facts.blocks.filter((block) => ours.has(block.driverId)),
  }
}

function byDriver(facts: Facts): Map<string, Facts['blocks'][number][]> {
  return Map.groupBy(facts.blocks, (block) => block.driverId)
}

/**
 * Judges each won offer again: by its attempt's filter version, at the market's time of the accept, with the
 * blocks held then.
 */
function checkInside(facts: Facts, see: (breach: string | null) => void): void {
  const marketIds = new Map(facts.people.map((person) => [person.id, person.marketId]))
  const wonAt = new Map(
    facts.ledger
      .filter((entry) => entry.action === 'accept' && entry.status === 200)
      .map((entry) => [`${entry.driverId} ${entry.offerId}`, entry.at]),
  )
  // A block that no one came to is forfeited at its end: its hours were not worked.
  const forfeitedAt = new Map(
    facts.marketBlocks.map((block) => [
      block.blockId,
      block.releasedAt ?? (block.checkedInAt === undefined ? block.terms.end : undefined),
    ]),
  )
  const heldOf = byDriver(facts)
  const geography: Geography = { home: null, places: facts.places }
  for (const attempt of facts.attempts) {
    const key = (offerId: string) => `${marketIds.get(attempt.driverId)} ${offerId}`
    const at = wonAt.get(key(attempt.offerId))
    const filter = facts.filters.get(`${attempt.driverId} ${attempt.filterVersion}`)
    if (attempt.state !== 'accepted' || at === undefined || filter === undefined) continue
    const held = (heldOf.get(attempt.driverId) ?? [])
      .filter((block) => {
        const won = wonAt.get(key(block.offerId)) ?? Infinity
        const gone = forfeitedAt.get(block.platformBlockId) ?? Infinity
        return won < at && gone > at
      })
      .map(({ startAt, endAt, stationId }): HeldSpan => ({ startAt, endAt, stationId }))
    const wanted = attempt.asked ? (widenFilter(filter) ?? filter) : filter
    const judge = (now: Timestamp) =>
      compileFilter(wanted, now, { geography }).judge(attempt.offer, { now, held }).explain().failed
    // The bot judges before its accept reaches the market: by at most a second in production, by a tick of
    // the clock here.
    const failed = judge(at).length === 0 ? [] : judge(at - TICK_MS)
    see(failed.length === 0 ? null : `${attempt.driverId} ${attempt.offerId}: ${JSON.stringify(failed[0])}`)
  }
}

/** Stations by id, as located by the market. */
export function placesOf(
  stations: Iterable<{ id: string; lat: number; lng: number }>,
): ReadonlyMap<string, Place> {
  return new Map([...stations].map(({ id, lat, lng }) => [id, { latitude: lat, longitude: lng }]))
}
