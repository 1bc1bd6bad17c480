import { FEES, WEEK_CENTS } from './year.ts'
import type { Purchase, Terms, Year } from './year.ts'

/**
 * The same year, calculated without a line of the product's rules: the calendar by `Intl`, subscriptions as
 * time left that runs down, halves by BigInt, fees by trying every total. Slow, plain, and of its own mind.
 */
export type OracleAccounts = {
  weeks: { at: number; references: string[]; credited: string[]; totals: number[] }[]
  purchases: number[][]
  /** Stretches of paid time, of whichever plan. */
  paid: [from: number, to: number][]
}

export function calculateYear(year: Year): OracleAccounts {
  const wall = wallOf(year.timeZone)
  const stretches = runDown(year, wall)
  const paid = (at: number): boolean => stretches.some(([from, to]) => from <= at && at < to)
  const weeks: OracleAccounts['weeks'] = []
  const standing = new Map<string, number>()
  for (const { at, ...terms } of year.closings.toSorted((one, other) => one.at - other.at)) {
    // What is bought later says nothing about now; what was bought decides for good.
    const monday = mondayOf(wall(at).day)
    const owed = new Map<string, number>()
    for (const [use, cents] of pricesAt(year, at, wall)) {
      const isRunning = wall(use.at).day >= monday
      if (!paid(use.at) && (!isRunning || standing.has(keyOf(use)))) owed.set(keyOf(use), cents)
    }
    const credited = [...standing.keys()].filter((reference) => !owed.has(reference)).toSorted()
    for (const reference of credited) standing.delete(reference)
    const fresh = [...owed].filter(([reference, cents]) => cents > 0 && !standing.has(reference))
    for (const [reference, cents] of fresh) standing.set(reference, cents)
    const sum = fresh.reduce((total, [, cents]) => total + cents, 0)
    const references = fresh.map(([reference]) => reference).toSorted()
    weeks.push({ at, references, credited, totals: lower(sum, sum === 0 ? [] : [sum], terms) })
  }
  const purchases = year.purchases
    .toSorted((one, other) => one.at - other.at)
    .map((purchase) => {
      const count = purchase.days / 7
      const cents = WEEK_CENTS[purchase.plan]
      return lower(
        cents * count,
        Array.from({ length: count }, () => cents),
        purchase,
      )
    })
  return { weeks, purchases, paid: stretches }
}

type YearUse = Year['uses'][number]['use']

/** The price of each use that is known at a closing; a check-in whose week brought a block has none. */
function pricesAt(year: Year, at: number, wall: Wall): [YearUse, number][] {
  const known = year.uses.filter(({ knownAt, goneAt }) => knownAt <= at && goneAt > at).map(({ use }) => use)
  const weekOf = (use: YearUse): string => mondayOf(wall(use.at).day)
  const won = new Set(known.filter(({ kind }) => kind === 'block').map(weekOf))
  return known.flatMap((use): [YearUse, number][] => {
    if (use.kind === 'instant_day') return [[use, 200]]
    if (use.kind === 'block') return [[use, PRICE_OF[use.offerKind] ?? 0]]
    return won.has(weekOf(use)) ? [] : [[use, use.cents]]
  })
}

const PRICE_OF: Readonly<Record<string, number>> = { block: 500, curbside: 60, shopping: 80, delivery: 60 }

function keyOf(use: YearUse): string {
  return use.kind === 'instant_day' ? `instant_day:${use.day}` : `${use.kind}:${use.id}`
}

/** Off for the coupon, off for credits, waived, fee and total. `parts` are what a credit may halve. */
function lower(sum: number, parts: readonly number[], { percentOff, credits, fee }: Terms): number[] {
  const coupon = percentOff === null ? 0 : half(BigInt(sum) * BigInt(percentOff), 100n)
  // All parts are of one price: each gives as much, the odd cent comes off the first.
  const left = parts.map(
    (cents, index) => cents - Math.floor(coupon / parts.length) - (index < coupon % parts.length ? 1 : 0),
  )
  const halves = left
    .slice(0, credits)
    .map((cents) => half(BigInt(cents) * 50n, 100n))
    .reduce((one, other) => one + other, 0)
  const due = sum - coupon - halves
  const total = totalOf(due, fee)
  return total < 50 ? [coupon, halves, due, 0, 0] : [coupon, halves, 0, total - due, total]
}

/** The least total of which the fee leaves `due`, tried one by one. */
function totalOf(due: number, fee: Terms['fee']): number {
  if (due === 0) return 0
  const card = fee === FEES[0]
  for (let total = due; ; total++) {
    const takes = card ? half(BigInt(total) * 29n, 1_000n) + 30 : 99
    if (total - takes >= due) return total
  }
}

/** A quotient, half and more rounded up. */
function half(value: bigint, by: bigint): number {
  return Number((value * 2n + by) / (by * 2n))
}

type Wall = (at: number) => { day: string; offsetMs: number }

/** When the driver had paid, by time left of either plan that runs down, professional first. */
function runDown(year: Year, wall: Wall): [from: number, to: number][] {
  const stretches: [from: number, to: number][] = []
  let [since, professional, advanced] = [0, 0, 0]
  const run = (until: number): void => {
    const used = Math.min(until - since, professional + advanced)
    const last = stretches.at(-1)
    if (last?.[1] === since) last[1] += used
    else if (used > 0) stretches.push([since, since + used])
    const ofProfessional = Math.min(professional, used)
    professional -= ofProfessional
    advanced -= used - ofProfessional
    since = until
  }
  for (const { at, plan, days } of year.purchases.toSorted(
    (one: Purchase, other: Purchase) => one.at - other.at,
  )) {
    run(at)
    const ends = at + professional + (plan === 'advanced' ? advanced : 0)
    const more = sameTimeLater(ends, days, wall) - ends
    if (plan === 'professional') professional += more
    else advanced += more
  }
  run(Infinity)
  return stretches
}

/**
 * This many days later when the clock shows the same; where it skips that, as much later as it skips; of two
 * such times the first.
 */
function sameTimeLater(at: number, days: number, wall: Wall): number {
  const shows = at + wall(at).offsetMs + days * 86_400_000
  const [before, after] = [
    wall(shows - 86_400_000 - 43_200_000).offsetMs,
    wall(shows + 86_400_000 + 43_200_000).offsetMs,
  ]
  const fits = [shows - before, shows - after].filter((guess) => guess + wall(guess).offsetMs === shows)
  return fits.length > 0 ? Math.min(...fits) : shows - before
}

function mondayOf(day: string): string {
  const noon = new Date(`${day}T12:00Z`)
  noon.setUTCDate(noon.getUTCDate() - ((noon.getUTCDay() + 6) % 7))
  return noon.toISOString().slice(0, 10)
}

const walls = new Map<string, Wall>()

/** The wall clock of a zone by `Intl`; an hour's answer is kept, since clocks change on the hour. */
function wallOf(timeZone: string): Wall {
  const ready = walls.get(timeZone)
  if (ready) return ready
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    hourCycle: 'h23',
  })
  const offsets = new Map<number, number>()
  const wall: Wall = (at) => {
    const hour = Math.floor(at / 3_600_000) * 3_600_000
    let offsetMs = offsets.get(hour)
    if (offsetMs === undefined) {
      const part = Object.fromEntries(format.formatToParts(hour).map(({ type, value }) => [type, value]))
      offsetMs = Date.parse(`${part.year}-${part.month}-${part.day}T${part.hour}:00Z`) - hour
      offsets.set(hour, offsetMs)
    }
    return { day: new Date(at + offsetMs).toISOString().slice(0, 10), offsetMs }
  }
  walls.set(timeZone, wall)
  return wall
}
