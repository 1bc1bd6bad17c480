import { parseArgs } from 'node:util'
import { closesShift, decideAwards } from '@madruga/core/awards.ts'
import type { Member, Trial } from '@madruga/core/awards.ts'
import { drawLot } from '@madruga/core/awards/lot.ts'
import { replayTurns } from '@madruga/core/awards/testing-oracle.ts'
import type { Witness } from '@madruga/core/awards/testing-oracle.ts'
import { compileFilter, proposeFilter } from '@madruga/core/filters.ts'
import type { CompiledFilter, CourierFilter } from '@madruga/core/filters.ts'
import {
  allowanceHeldMs,
  allowanceOf,
  fitsAllowance,
  headStartMs,
  NO_HOUSE_RULES,
  PROPOSED_HOUSE_RULES,
} from '@madruga/core/house-rules.ts'
import type { Offer } from '@madruga/core/offers.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'

/**
 * `npm run simulate -- fair`: a co-op through eight weeks, minute by minute, three times with the same seed:
 * without bots, with bots that race, and with bots that take turns. Filters, rules and decisions are the
 * product's own; people, platform and the ends of processes are simulated. It exits by itself.
 */
const { values } = parseArgs({
  args: process.argv.slice(2).filter((word) => word !== 'fair'),
  options: { seed: { type: 'string', default: '1' }, weeks: { type: 'string', default: '8' } },
})
const weeks = Number(values.weeks)
/** A Monday. */
const START = Date.UTC(2026, 2, 2)
const MEMBERS = 30
const PEOPLE = 12
const AT_ONCE = 200
const DAY_TO_DAY = 40
const LONGEST_HOURS = 5
/** Hours a week that everybody works at most. */
const MOST_HOURS = 40
const HORIZON_MS = weeks * 7 * DAY_MS

type World = 'no bots' | 'race' | 'turns'
type Shift = { offer: Offer; shownAt: number; holder: string | null }
type Courier = { id: string; everyMinutes: number; wishes: number; holds: Offer[] }

/** The same number for the same words, whichever world asks in whichever order. */
const chance = (...words: (string | number)[]): number => drawLot(String(values.seed), words.join(' '), 0)
const between = (from: number, to: number, share: number): number =>
  from + Math.floor(share * (to - from + 1))

/** All shifts: those of a week at once on the Thursday before, the others one to two days ahead. */
function layShifts(): Shift[] {
  const shifts: Shift[] = []
  const add = (id: string, shownAt: number, day: number): void => {
    const startAt = day + between(10, 19, chance('start', id)) * HOUR_MS
    const endAt = startAt + between(2, LONGEST_HOURS, chance('length', id)) * HOUR_MS
    const terms = {
      payCents: 0,
      tipCents: 0,
      payBasis: 'unknown',
      miles: null,
      stops: null,
      batched: false,
    } as const
    const offer: Offer = { id, stationId: 'place', kind: 'shift', startAt, endAt, ...terms, expiresAt: null }
    shifts.push({ offer, shownAt, holder: null })
  }
  for (let week = 0; week < weeks; week++) {
    const monday = START + week * 7 * DAY_MS
    for (let number = 0; number < AT_ONCE; number++) {
      const id = `w${week}-${number}`
      add(id, monday - 4 * DAY_MS + 18 * HOUR_MS, monday + between(0, 6, chance('day', id)) * DAY_MS)
    }
    for (let number = 0; number < DAY_TO_DAY; number++) {
      const id = `d${week}-${number}`
      const day = monday + between(0, 6, chance('day', id)) * DAY_MS
      add(id, day - DAY_MS + between(8 * 60, 20 * 60, chance('shown', id)) * MINUTE_MS, day)
    }
  }
  return shifts
}

function filterAt(now: number, world: World): CompiledFilter {
  const filter = proposeFilter('courier', 'basic', 'UTC', ['place']) as CourierFilter
  filter.schedule.days = filter.schedule.days.map((day) => ({ ...day, allDay: true, ranges: [] }))
  filter.price.perHourMinCents = 0
  const limits = { maxMinutesPerDay: 600, maxMinutesPerWeek: MOST_HOURS * 60 }
  const wide = { ...filter, ...limits, unknownPay: 'take', arrivalMinutes: 0, waitlist: 'leave' } as const
  const houseRules = world === 'turns' ? PROPOSED_HOUSE_RULES : NO_HOUSE_RULES
  return compileFilter(wide, now, { geography: { home: null, places: new Map(), houseRules } })
}

const lengthOf = ({ startAt, endAt }: { startAt: number; endAt: number }): number => endAt - startAt
const sumOf = (spans: readonly { startAt: number; endAt: number }[]): number =>
  spans.reduce((sum, span) => sum + lengthOf(span), 0)
const weekOf = (at: number): number => Math.floor((at - START) / (7 * DAY_MS))
const dayOf = (at: number): number => Math.floor(at / DAY_MS)

/**
 * Whether law and calendar let a courier take a shift: what people check, and the oracle apart from the
 * filter.
 */
function mayWork(holds: readonly Offer[], offer: Offer): boolean {
  const all = [...holds, offer]
  const crosses = holds.some((held) => held.startAt < offer.endAt && offer.startAt < held.endAt)
  const day = sumOf(all.filter((one) => dayOf(one.startAt) === dayOf(offer.startAt)))
  const week = sumOf(all.filter((one) => weekOf(one.startAt) === weekOf(offer.startAt)))
  return !crosses && day <= 10 * HOUR_MS && week <= MOST_HOURS * HOUR_MS
}

/** The oracle's own sum of the allowance. */
function mayHold(holds: readonly Offer[], offer: Offer, now: number): boolean {
  let used = 0
  for (const one of [...holds, offer])
    if (one.startAt > now) used += one.startAt - now > DAY_MS ? lengthOf(one) : lengthOf(one) / 2
  return used <= PROPOSED_HOUSE_RULES.allowanceHours! * HOUR_MS
}

type Result = {
  hours: Map<string, number>
  empty: Set<string>
  decisions: number
  awards: number
  kills: number
  passed: number
  faults: string[]
}

/** One world as it is now. */
type Town = {
  world: World
  shifts: readonly Shift[]
  couriers: readonly Courier[]
  members: readonly Courier[]
  trials: Trial[]
  filter: CompiledFilter
  open: Shift[]
  dueAt: number
  result: Result
}

function openTown(world: World): Town {
  const shifts = layShifts()
  const members = Array.from({ length: MEMBERS }, (_, index): Courier => ({
    id: `member ${index}`,
    everyMinutes: 60,
    wishes: 1,
    holds: [],
  }))
  // Every 10 minutes to 6 hours, evenly on a scale of ratios; each can work at three of five shifts.
  const people = Array.from({ length: PEOPLE }, (_, index): Courier => ({
    id: `person ${index}`,
    everyMinutes: Math.round(10 * 36 ** (index / (PEOPLE - 1))),
    wishes: 0.6,
    holds: [],
  }))
  const counts = { decisions: 0, awards: 0, kills: 0, passed: 0 }
  return {
    world,
    shifts,
    couriers: [...members, ...people],
    members,
    trials: [],
    filter: filterAt(Math.min(...shifts.map(({ shownAt }) => shownAt)), world),
    open: [],
    dueAt: Number.POSITIVE_INFINITY,
    result: { hours: new Map(), empty: new Set(), ...counts, faults: [] },
  }
}

function take(town: Town, courier: Courier, shift: Shift): void {
  shift.holder = courier.id
  courier.holds.push(shift.offer)
  town.open = town.open.filter((each) => each !== shift)
}

const inOrder = ({ open }: Town): Shift[] =>
  open.toSorted((one, other) => one.offer.startAt - other.offer.startAt)
const workAt = ({ holds }: Courier, now: number): number =>
  sumOf(holds.filter(({ startAt }) => startAt > now - 28 * DAY_MS))
const onlineAt = ({ members }: Town, now: number): Courier[] =>
  members.filter(({ id }) => chance('online', id, Math.floor(now / (30 * MINUTE_MS))) > 0.05)
const decidesAt = ({ offer, shownAt }: Shift): number =>
  shownAt + headStartMs(PROPOSED_HOUSE_RULES, shownAt, offer.startAt)

/** Somebody looks and takes up to three shifts. */
function look(town: Town, courier: Courier, now: number): void {
  let taken = 0
  for (const shift of inOrder(town)) {
    if (taken === 3) return
    const wants = courier.wishes === 1 || chance('wish', courier.id, shift.offer.id) < courier.wishes
    if (!wants || shift.offer.startAt < now || !mayWork(courier.holds, shift.offer)) continue
    take(town, courier, shift)
    taken++
  }
}

function race(town: Town, now: number): void {
  const online = onlineAt(town, now)
  for (const shift of inOrder(town)) {
    const { offer } = shift
    const able = online.filter(({ holds }) => town.filter.matches(offer, { now, held: holds }))
    const speed = ({ id }: Courier): number => chance(id, offer.id)
    const fastest = able.toSorted((one, other) => speed(one) - speed(other))[0]
    if (fastest) take(town, fastest, shift)
  }
}

function memberAt({ filter }: Town, courier: Courier, now: number): Member {
  return {
    id: courier.id,
    workMs: workAt(courier, now),
    held: courier.holds,
    fits: (offer, held) =>
      filter.matches(offer, { now, held }) && fitsAllowance(PROPOSED_HOUSE_RULES, held, offer, now),
    worthOf: lengthOf,
    allowance: {
      leftMs: (held) => PROPOSED_HOUSE_RULES.allowanceHours! * HOUR_MS - allowanceHeldMs(held, now),
      useMs: (offer) => allowanceOf(offer, now),
    },
  }
}

function witnessAt(courier: Courier, now: number): Witness {
  return {
    id: courier.id,
    workMs: workAt(courier, now),
    refusalOf(offer, given) {
      const holds = [...courier.holds, ...given]
      if (!mayHold(holds, offer, now)) return 'allowance'
      return mayWork(holds, offer) && offer.startAt > now ? null : 'hours'
    },
  }
}

function decide(town: Town, now: number): void {
  const { open, trials, members, result } = town
  const due = open.filter((shift) => decidesAt(shift) <= now)
  town.dueAt = Math.min(now + 30 * MINUTE_MS, ...open.map(decidesAt).filter((at) => at > now))
  if (due.length === 0) return
  result.decisions++
  // The process ends within its transaction: nothing of it is stored, and the next one decides.
  if (chance('kill', now) < 0.05) {
    result.kills++
    town.dueAt = now + MINUTE_MS
    return
  }
  const listed = due.map(({ offer, shownAt }) => {
    const closed = trials.filter((one) => one.shiftId === offer.id && closesShift(one, shownAt, now))
    return { offer, places: 1, closedTo: new Set(closed.map(({ memberId }) => memberId)) }
  })
  const online = onlineAt(town, now)
  const seed = listed.map(({ offer }) => offer.id).join(' ')
  const candidates = online.map((courier) => memberAt(town, courier, now))
  const witnesses = online.map((courier) => witnessAt(courier, now))
  const awards = decideAwards(listed, candidates, seed)
  result.faults.push(...replayTurns(listed, witnesses, awards, seed))
  result.awards += awards.length
  for (const { memberId, offer } of awards) {
    const shift = due.find((each) => each.offer === offer)!
    const winner = members.find(({ id }) => id === memberId)!
    // The winner's process ends, or their sign-in is lost, between the decision and the accept.
    if (chance('end', memberId, offer.id, now) < 0.03) {
      trials.push({ memberId, shiftId: offer.id, came: 'passed', at: now })
      result.passed++
      town.dueAt = now + MINUTE_MS
    } else take(town, winner, shift)
  }
}

/** By day everybody without a bot looks at their own pace. */
function lookAll(town: Town, now: number): void {
  const { world, couriers, members } = town
  const hour = new Date(now).getUTCHours()
  for (const courier of hour >= 7 && hour < 23 ? couriers : []) {
    const looks = world === 'no bots' || !members.includes(courier)
    const phase = Math.floor(chance('phase', courier.id) * courier.everyMinutes)
    if (looks && (now / MINUTE_MS) % courier.everyMinutes === phase) look(town, courier, now)
  }
}

/** One minute of a world. */
function pass(town: Town, now: number): void {
  const { world } = town
  if (now >= town.filter.validUntil) town.filter = town.filter.compileAgain(now)
  const shown = town.shifts.filter(({ shownAt }) => shownAt > now - MINUTE_MS && shownAt <= now)
  town.open = [...town.open.filter(({ offer }) => offer.startAt > now), ...shown]
  if (shown.length > 0) town.dueAt = now
  if (world === 'race' && (shown.length > 0 || now % (30 * MINUTE_MS) === 0)) race(town, now)
  lookAll(town, now)
  if (world === 'turns' && now >= town.dueAt) decide(town, now)
}

function live(world: World): Result {
  const town = openTown(world)
  const { shifts, couriers, result } = town
  const from = Math.min(...shifts.map(({ shownAt }) => shownAt))
  for (let now = from; now < START + HORIZON_MS; now += MINUTE_MS) pass(town, now)
  for (const { id, holds } of couriers) result.hours.set(id, sumOf(holds) / HOUR_MS)
  for (const { offer, holder } of shifts) if (holder === null) result.empty.add(offer.id)
  return result
}

const startedAt = performance.now()
const worlds: World[] = ['no bots', 'race', 'turns']
const results = new Map(worlds.map((world) => [world, live(world)]))
const turns = results.get('turns')!
const hoursOf = ({ hours }: Result, kind: string): number[] =>
  [...hours]
    .filter(([id]) => id.startsWith(kind))
    .map(([, count]) => count)
    .sort((one, other) => one - other)
const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)
const alone = sum(hoursOf(results.get('no bots')!, 'person'))
console.log(`fair: ${weeks} weeks, ${MEMBERS} members, ${PEOPLE} people, seed ${values.seed}`)
console.log(
  '| world | members: least, median, most hours | people: hours | of the world without bots | empty shifts |',
)
console.log('| --- | --- | --- | --- | --- |')
for (const [world, result] of results) {
  const theirs = hoursOf(result, 'member')
  const persons = sum(hoursOf(result, 'person'))
  const share = ((persons / alone) * 100).toFixed(1)
  const spread = [theirs[0], theirs[MEMBERS / 2], theirs.at(-1)].join(', ')
  console.log(
    `| ${world} | ${spread} | ${persons} | ${share}% | ${result.empty.size} of ${weeks * (AT_ONCE + DAY_TO_DAY)} |`,
  )
}
const equal = hoursOf(turns, 'member')
const left = [...turns.empty].filter((id) => !results.get('race')!.empty.has(id))
console.log(
  `decisions: ${turns.decisions}, of which ended by a kill ${turns.kills}; awards: ${turns.awards}, passed over ${turns.passed}`,
)
console.log(`the oracle objects to ${turns.faults.length}`)
for (const fault of turns.faults.slice(0, 5)) console.log(`  ${fault}`)
const goals: [string, boolean][] = [
  [
    `hours of equal members differ by at most one shift (${equal.at(-1)! - equal[0]!} h)`,
    equal.at(-1)! - equal[0]! <= LONGEST_HOURS,
  ],
  ['people hold at least 95% of what they hold without bots', sum(hoursOf(turns, 'person')) >= 0.95 * alone],
  [`no shift stays empty that a race fills (${left.length})`, left.length === 0],
  ['the oracle agrees with every decision', turns.faults.length === 0],
]
for (const [goal, isMet] of goals) console.log(`${isMet ? 'met' : 'MISSED'}: ${goal}`)
console.log(`in ${Math.round((performance.now() - startedAt) / 1000)} s`)
process.exit(goals.every(([, isMet]) => isMet) ? 0 : 1)
