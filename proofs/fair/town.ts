import { countWork } from '@madruga/core/awards.ts'
import type { Trial } from '@madruga/core/awards.ts'
import { drawLot } from '@madruga/core/awards/lot.ts'
import { compileFilter, proposeFilter } from '@madruga/core/filters.ts'
import type { CompiledFilter, CourierFilter } from '@madruga/core/filters.ts'
import { headStartMs, NO_HOUSE_RULES, PROPOSED_HOUSE_RULES } from '@madruga/core/house-rules.ts'
import type { Offer } from '@madruga/core/offers.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import { mayWork, MOST_HOURS, START, sumOf } from './law.ts'

export const MEMBERS = 30
export const PEOPLE = 12
const AT_ONCE = 200
const DAY_TO_DAY = 40
export const SHIFTS_A_WEEK = AT_ONCE + DAY_TO_DAY
export const LONGEST_HOURS = 5
/** Processes of the product; each searches for a third of the members, and ends once an hour on average. */
const PROCESSES = 3
const ENDS = 1 / 60

export type World = 'no bots' | 'race' | 'turns'
export type Shift = { offer: Offer; shownAt: number; holder: string | null }
export type Courier = { id: string; everyMinutes: number; wishes: number; holds: Offer[]; process: number }

/** Answers the same number from 0 to 1 for the same words, whichever world asks in whichever order. */
export type Chance = (...words: (string | number)[]) => number
export const openChance =
  (seed: string): Chance =>
  (...words) =>
    drawLot(seed, words.join(' '), 0)

const between = (from: number, to: number, share: number): number =>
  from + Math.floor(share * (to - from + 1))

/** All shifts: those of a week at once on the Thursday before, the others one to two days ahead. */
function layShifts(chance: Chance, weeks: number): Shift[] {
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

/** The filter of every member. */
export function wishedFilter(): CourierFilter {
  const filter = proposeFilter('courier', 'basic', 'UTC', ['place']) as CourierFilter
  filter.schedule.days = filter.schedule.days.map((day) => ({ ...day, allDay: true, ranges: [] }))
  filter.price.perHourMinCents = 0
  const limits = { maxMinutesPerDay: 600, maxMinutesPerWeek: MOST_HOURS * 60 }
  return { ...filter, ...limits, unknownPay: 'take', arrivalMinutes: 0, waitlist: 'leave' }
}

/** The same as a search has it. Turns count the allowance themselves. */
function filterAt(now: number, world: World): CompiledFilter {
  const houseRules = world === 'turns' ? { ...PROPOSED_HOUSE_RULES, allowanceHours: null } : NO_HOUSE_RULES
  return compileFilter(wishedFilter(), now, { geography: { home: null, places: new Map(), houseRules } })
}

/** What came of eight weeks in a world. */
export type Result = {
  hours: Map<string, number>
  /** Hours of members as turns count them at the end. */
  counted: number[]
  empty: Set<string>
  decisions: number
  awards: number
  /** Decisions that ended with their process, and awards that their members did not take. */
  ended: number
  passed: number
  faults: string[]
}

/** Decides the turns of a minute, and lets members take what they are given. */
export type DecideTurns = (town: Town, now: number) => void | Promise<void>

/** One world as it is now. */
export type Town = {
  decide: DecideTurns
  world: World
  chance: Chance
  shifts: readonly Shift[]
  couriers: readonly Courier[]
  members: readonly Courier[]
  trials: Trial[]
  filter: CompiledFilter
  open: Shift[]
  dueAt: number
  result: Result
}

function openTown(world: World, chance: Chance, weeks: number, decide: DecideTurns): Town {
  const shifts = layShifts(chance, weeks)
  const members = Array.from({ length: MEMBERS }, (_, index): Courier => ({
    id: `member ${index}`,
    everyMinutes: 60,
    wishes: 1,
    holds: [],
    process: index % PROCESSES,
  }))
  // Every 10 minutes to 6 hours, evenly on a scale of ratios; each can work at three of five shifts.
  const people = Array.from({ length: PEOPLE }, (_, index): Courier => ({
    id: `person ${index}`,
    everyMinutes: Math.round(10 * 36 ** (index / (PEOPLE - 1))),
    wishes: 0.6,
    holds: [],
    process: -1,
  }))
  const counts = { decisions: 0, awards: 0, ended: 0, passed: 0 }
  return {
    decide,
    world,
    chance,
    shifts,
    couriers: [...members, ...people],
    members,
    trials: [],
    filter: filterAt(Math.min(...shifts.map(({ shownAt }) => shownAt)), world),
    open: [],
    dueAt: Number.POSITIVE_INFINITY,
    result: { hours: new Map(), counted: [], empty: new Set(), ...counts, faults: [] },
  }
}

export function take(town: Town, courier: Courier, shift: Shift): void {
  shift.holder = courier.id
  courier.holds.push(shift.offer)
  town.open = town.open.filter((each) => each !== shift)
}

const inOrder = ({ open }: Town): Shift[] =>
  open.toSorted((one, other) => one.offer.startAt - other.offer.startAt)
/** Whether a process ends in this minute; another one takes over its searches within the next. */
export const endsAt = ({ chance }: Town, process: number, now: number): boolean =>
  chance('end', process, Math.floor(now / MINUTE_MS)) < ENDS
/** Members whose bots search now: they are online, and their process has not just ended. */
export const searchingAt = (town: Town, now: number): Courier[] =>
  town.members.filter(({ id, process }) => {
    const isOnline = town.chance('online', id, Math.floor(now / (30 * MINUTE_MS))) > 0.05
    return isOnline && !endsAt(town, process, now - MINUTE_MS)
  })
export const decidesAt = ({ offer, shownAt }: Shift): number =>
  shownAt + headStartMs(PROPOSED_HOUSE_RULES, shownAt, offer.startAt)

/** Somebody looks and takes up to three shifts. */
function look(town: Town, courier: Courier, now: number): void {
  let taken = 0
  for (const shift of inOrder(town)) {
    if (taken === 3) return
    const wants = courier.wishes === 1 || town.chance('wish', courier.id, shift.offer.id) < courier.wishes
    if (!wants || shift.offer.startAt < now || !mayWork(courier.holds, shift.offer)) continue
    take(town, courier, shift)
    taken++
  }
}

function race(town: Town, now: number): void {
  const searching = searchingAt(town, now)
  for (const shift of inOrder(town)) {
    const { offer } = shift
    const able = searching.filter(({ holds }) => town.filter.matches(offer, { now, held: holds }))
    const speed = ({ id }: Courier): number => town.chance(id, offer.id)
    const fastest = able.toSorted((one, other) => speed(one) - speed(other))[0]
    if (fastest) take(town, fastest, shift)
  }
}

/** By day everybody without a bot looks at their own pace. */
function lookAll(town: Town, now: number): void {
  const { world, couriers, members } = town
  const hour = new Date(now).getUTCHours()
  for (const courier of hour >= 7 && hour < 23 ? couriers : []) {
    const looks = world === 'no bots' || !members.includes(courier)
    const phase = Math.floor(town.chance('phase', courier.id) * courier.everyMinutes)
    if (looks && (now / MINUTE_MS) % courier.everyMinutes === phase) look(town, courier, now)
  }
}

/** One minute of a world. */
async function pass(town: Town, now: number): Promise<void> {
  const { world } = town
  if (now >= town.filter.validUntil) town.filter = town.filter.compileAgain(now)
  const shown = town.shifts.filter(({ shownAt }) => shownAt > now - MINUTE_MS && shownAt <= now)
  town.open = [...town.open.filter(({ offer }) => offer.startAt > now), ...shown]
  if (shown.length > 0) town.dueAt = now
  if (world === 'race' && (shown.length > 0 || now % (30 * MINUTE_MS) === 0)) race(town, now)
  lookAll(town, now)
  if (world === 'turns' && now >= town.dueAt) await town.decide(town, now)
}

/** Lives through some weeks of a world. */
export async function live(
  world: World,
  chance: Chance,
  weeks: number,
  decide: DecideTurns,
): Promise<Result> {
  const town = openTown(world, chance, weeks, decide)
  const { shifts, couriers, members, result } = town
  const from = Math.min(...shifts.map(({ shownAt }) => shownAt))
  const to = START + weeks * 7 * DAY_MS
  for (let now = from; now < to; now += MINUTE_MS) await pass(town, now)
  for (const { id, holds } of couriers) result.hours.set(id, sumOf(holds) / HOUR_MS)
  result.counted = members.map((member) => countWork(member.holds, to) / HOUR_MS)
  for (const { offer, holder } of shifts) if (holder === null) result.empty.add(offer.id)
  return result
}
