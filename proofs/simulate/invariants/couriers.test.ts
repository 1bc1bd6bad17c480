import { deepStrictEqual } from 'node:assert'
import { test } from 'node:test'
import { proposeFilter } from '@madruga/core/filters.ts'
import type { CourierFilter } from '@madruga/core/filters.ts'
import { HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import type { Job, LedgerEntry } from '@madruga/simulator/market.ts'
import type { Facts } from '../facts.ts'
import { courierInvariants } from './couriers.ts'

/** Each rule of couriers on the records of one courier, ana, that break it. */

// A Wednesday noon in New York.
const NOON = Date.parse('2026-03-04T17:00Z')
const LATE = NOON + 12 * HOUR_MS
const HOLDS = {
  ...proposeFilter('courier', 'basic', 'America/New_York', ['place']),
  unknownPay: 'take' as const,
}
const LEAVES: CourierFilter = { ...HOLDS, waitlist: 'leave' }

/** What ana accepted, what became of it at the market, and our record of it; by default a held shift. */
type Given = {
  jobId: string
  kind?: 'shift' | 'order'
  /** In hours after noon; the job, in hours too. */
  at?: number
  from?: number
  hours?: number
  became?: { action: LedgerEntry['action']; at: number }
  waiting?: 'pending' | 'waitlisted' | 'provisional'
  state?: 'waiting' | 'accepted' | 'missed'
  /** Recorded as a block; by default if it was accepted. */
  isBlock?: boolean
  /** When the log tells of the outcome, in hours; null = never. */
  toldAt?: number | null
  isNotified?: boolean
  payCents?: number
}

function record(given: readonly Given[], filter: CourierFilter = HOLDS, more: Partial<Facts> = {}): Facts {
  const parts = given.map((each, index) => recordOne(each, String(index)))
  const all = <Key extends keyof (typeof parts)[number]>(key: Key) => parts.map((part) => part[key])
  return {
    from: NOON - HOUR_MS,
    to: LATE,
    people: [{ id: 'ana', marketId: 'market-ana', variant: 'courier' }],
    outages: [],
    places: new Map(),
    jobs: new Map(all('job').map((job) => [job.jobId, job])),
    ledger: all('entries').flat(),
    attempts: all('attempt'),
    blocks: all('block').flat(),
    told: all('told').flat(),
    news: all('news').flat(),
    filters: new Map([['ana 1', filter]]),
    ...more,
  } as unknown as Facts
}

function recordOne(given: Given, id: string) {
  const { jobId, kind = 'shift', at = 0, from = 3, hours = 2, became, waiting = 'provisional' } = given
  const { state = 'accepted', isBlock = state === 'accepted', toldAt = at + 0.1, isNotified = true } = given
  const acceptedAt = NOON + at * HOUR_MS
  const start = kind === 'order' ? acceptedAt : NOON + from * HOUR_MS
  const end = start + hours * HOUR_MS
  const holdingId = `ho-${id}`
  const entry = (action: LedgerEntry['action'], when: number): LedgerEntry => ({
    action,
    at: when,
    driverId: 'market-ana',
    offerId: jobId,
    blockId: holdingId,
    status: 200,
    seq: 0,
  })
  const { payCents = 9_000 } = given
  const offer = { id: jobId, stationId: 'place', kind, startAt: start, endAt: end, payCents, tipCents: 0 }
  const type = state === 'missed' ? ('offer.missed' as const) : ('offer.accepted' as const)
  const isTold = toldAt !== null && state !== 'waiting'
  return {
    job: { jobId, terms: { kind, start, end }, station: { id: 'place' } } as Job,
    entries: [
      entry('accept', acceptedAt),
      ...(became ? [entry(became.action, NOON + became.at * HOUR_MS)] : []),
    ],
    attempt: {
      id,
      driverId: 'ana',
      offerId: jobId,
      holdingId,
      state,
      waiting,
      filterVersion: 1,
      asked: false,
      offer: {
        ...offer,
        ...(kind === 'order' && { endEstimated: true }),
        miles: null,
        stops: null,
        batched: false,
        expiresAt: null,
      },
    },
    block: isBlock ? [{ driverId: 'ana', platformBlockId: holdingId, state: 'held' }] : [],
    told: isTold ? [{ driverId: 'ana', offerId: jobId, type, at: NOON + toldAt * HOUR_MS }] : [],
    news: isNotified ? [{ driverId: 'ana', kind: 'block_taken', event: `taken:${id}`, count: 1 }] : [],
  }
}

/** The names of the rules that these records break. */
function broken(facts: Facts): string[] {
  return courierInvariants
    .filter(({ check }) => {
      let breaches = 0
      check(facts, (breach) => (breaches += breach === null ? 0 : 1))
      return breaches > 0
    })
    .map(({ name }) => name)
}

const REPLACED = { state: 'missed', became: { action: 'replaced', at: 0.001 } } as const

test('no rule is broken by a shift that is held, one that waits, and orders one after the other', () => {
  const given: Given[] = [
    { jobId: 'held' },
    { jobId: 'waits', from: 6, waiting: 'waitlisted', state: 'waiting' },
    { jobId: 'order', kind: 'order', hours: 0.5, became: { action: 'finished', at: 0.6 } },
    { jobId: 'next', kind: 'order', at: 0.7, hours: 0.5, became: { action: 'finished', at: 1.1 } },
    {
      jobId: 'raced',
      kind: 'order',
      at: 1.2,
      hours: 0.5,
      toldAt: 1.3,
      state: 'missed',
      became: { action: 'replaced', at: 1.201 },
    },
  ]
  deepStrictEqual(broken(record(given)), [])
})

test('a second accept of a job that stands is found, whatever the market answers', () => {
  const once = record([{ jobId: 'held' }])
  const again = { ...(once.ledger[0] as LedgerEntry), at: NOON + HOUR_MS, status: 409, blockId: '' }
  deepStrictEqual(broken({ ...once, ledger: [...once.ledger, again] }), [
    'no courier accepts a job twice while the first accept stands',
    'the platform never has to refuse an accept of a courier because of another job of theirs',
  ])
})

test('two attempts of one listing are found', () => {
  const once = record([{ jobId: 'held' }])
  deepStrictEqual(broken({ ...once, attempts: [...once.attempts, ...once.attempts] }), [
    'no job is tried for twice in one listing, nor is one block ours twice',
  ])
})

test('an accept over the time of a place on a wait list is found, and it is outside the filter too', () => {
  const given: Given[] = [
    { jobId: 'waits', waiting: 'waitlisted', state: 'waiting' },
    { jobId: 'over it', at: 1, from: 4 },
  ]
  deepStrictEqual(broken(record(given)), [
    'no courier accepts what overlaps with a job that they hold or wait for',
    'every accept of a courier fits the filter of its time, or the driver said yes',
  ])
})

test('an order that is started during another one is found, although its end is only estimated', () => {
  const given: Given[] = [
    { jobId: 'order', kind: 'order', hours: 0.5 },
    { jobId: 'next', kind: 'order', at: 1, hours: 0.5 },
  ]
  deepStrictEqual(broken(record(given)), [
    'no courier accepts what overlaps with a job that they hold or wait for',
    'no accept starts a job while another one runs',
    'every accept of a courier fits the filter of its time, or the driver said yes',
  ])
})

test('an accept below the price of the filter is found', () => {
  deepStrictEqual(broken(record([{ jobId: 'cheap', payCents: 100 }])), [
    'every accept of a courier fits the filter of its time, or the driver said yes',
  ])
})

test('a win that is counted before the platform has decided is found', () => {
  const rules = broken(record([{ jobId: 'raced', ...REPLACED, isBlock: true }]))
  deepStrictEqual(rules, [
    'no undecided accept counts as won before the platform has decided',
    'every job of ours is at the platform',
  ])
  const early: Given = {
    jobId: 'agreed',
    waiting: 'pending',
    toldAt: 0.1,
    became: { action: 'agreed', at: 0.2 },
  }
  deepStrictEqual(broken(record([early])), [
    'no undecided accept counts as won before the platform has decided',
  ])
})

test('a replaced job that the driver does not hear about is found: in the log, or by a notification', () => {
  const name = 'every job that the platform gives to another is told to its courier'
  deepStrictEqual(broken(record([{ jobId: 'raced', ...REPLACED }])), [])
  deepStrictEqual(broken(record([{ jobId: 'raced', ...REPLACED, toldAt: null }])), [name])
  deepStrictEqual(broken(record([{ jobId: 'raced', ...REPLACED, isNotified: false }])), [name])
})

test('a job at the market that we do not know, and a block of ours that is not there, are found', () => {
  const lost = record([{ jobId: 'lost', isBlock: false }])
  deepStrictEqual(broken(lost), ['every job that a courier has at the platform is ours'])
  const blocks = [
    { driverId: 'ana', platformBlockId: 'ho-none', state: 'held' },
  ] as unknown as Facts['blocks']
  deepStrictEqual(broken({ ...record([]), blocks }), ['every job of ours is at the platform'])
})

test('a place is found that a driver who wants none keeps, and one that was given back against their wish', () => {
  const name = 'a place on a wait list is held, or given back at once, as the driver says'
  const waits: Given = { jobId: 'waits', waiting: 'waitlisted', state: 'waiting' }
  const left: Given = { ...waits, state: 'missed', became: { action: 'release', at: MINUTE_MS / HOUR_MS } }
  deepStrictEqual(broken(record([waits], HOLDS)), [])
  deepStrictEqual(broken(record([waits], LEAVES)), [name])
  deepStrictEqual(broken(record([left], LEAVES)), [])
  deepStrictEqual(broken(record([left], HOLDS)), [name])
})
