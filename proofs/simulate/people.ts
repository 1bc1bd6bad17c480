import { proposeFilter } from '@madruga/core/filters.ts'
import type { AmazonFilter, Filter } from '@madruga/core/filters.ts'
import type { Speed } from '@madruga/core/settings.ts'
import type { Plan } from '@madruga/core/plans.ts'
import type { Variant } from '@madruga/core/offers.ts'
import { PLANS, planNumberOf } from '@madruga/core/plans.ts'
import { describeVariant } from '@madruga/core/variants.ts'
import type { Database } from '@madruga/server/db.ts'
import type { KeyRing } from '@madruga/server/kit/encryption.ts'
import { connectAccount, saveStations } from '@madruga/server/platforms.ts'
import type { Platform } from '@madruga/server/platforms.ts'
import type { RunningMarket } from '@madruga/simulator/running-market.ts'
import { pick } from '../chaos/random.ts'
import type { Random } from '../chaos/random.ts'
import { chooseJobs, drawSkills } from './couriers.ts'

/** A simulated driver, on both sides. */
export type Person = {
  id: string
  marketId: string
  variant: Variant
  timeZone: string
  plan: Plan
  /** The driver used up the account's own search budget once, so that the platform may refuse the bot. */
  overdrawn: boolean
}

/** Areas in every zone of the contiguous states, and one without daylight saving. */
const METROS = [
  'los-angeles',
  'las-vegas',
  'denver',
  'phoenix',
  'chicago',
  'dallas',
  'miami',
  'new-york',
] as const
/** The variants of one driver after the other. */
const VARIANTS: readonly Variant[] = ['amazon', 'courier', 'amazon', 'spark']
const SPEEDS: readonly Speed[] = ['1X', '2X15', '2X30', '3X']

/**
 * Opens accounts at the market and with us, connected and with a filter; the dice alone determine their
 * properties.
 */
export async function addPeople(
  { market, database, keyRing, platform, couriers }: Geography,
  count: number,
  dice: Random,
  now: number,
): Promise<Person[]> {
  const people: Person[] = []
  const known = market.market.rules.metros.map((metro) => metro.id)
  const metros = METROS.filter((id) => known.includes(id))
  for (let index = 0; index < count; index++) {
    const variant = VARIANTS[index % VARIANTS.length] as Variant
    const metro = metros[metroOf(variant, index) % metros.length] as string
    const plan = describeVariant(variant).hasPlans ? pick(dice, PLANS) : 'basic'
    const id = `driver-${String(index).padStart(4, '0')}`
    const secret = { email: `${id}@example.com`, password: `password-${index}` }
    const { driverId: marketId } = market.market.rules.openAccount(market.market.world, {
      ...secret,
      variant,
      metro,
      ...(variant === 'courier' && { skills: drawSkills(dice) }),
    })
    const { timeZone } = market.market.rules.metros.find((each) => each.id === metro) as { timeZone: string }
    const db = database.kysely
    await db
      .insertInto('drivers')
      .values({
        id,
        name: id,
        email: secret.email,
        variant,
        time_zone: timeZone,
        plan_number: planNumberOf(plan),
        subscribed_until: plan === 'basic' ? null : new Date(now + 30 * 86_400_000),
      })
      .execute()
    const at = variant === 'courier' ? couriers : platform
    await connectAccount(db, keyRing, { driverId: id, variant, platform: at.name, secret })
    const signedIn = await at.signIn(secret)
    if (!signedIn.ok) throw new Error(`the market does not take ${id}: ${signedIn.problem.trouble}`)
    const stations = await at.stations(signedIn.value, variant)
    if (!stations.ok) throw new Error(`no stations for ${id}: ${stations.problem.trouble}`)
    await saveStations(db, id, at.name, variant, stations.value)
    const ids = stations.value.map((station) => station.id)
    const person: Person = { id, marketId, variant, timeZone, plan, overdrawn: false }
    const body = JSON.stringify(makeFilter(person, ids, dice))
    await db.insertInto('filters').values({ driver_id: id, variant, version: 1, body }).execute()
    people.push(person)
  }
  return people
}

/** The services that people use. */
export type Geography = {
  market: RunningMarket
  database: Database
  keyRing: KeyRing
  platform: Platform
  /** The platform of couriers. */
  couriers: Platform
}

/** How many of this many drivers are couriers. */
export function countCouriers(drivers: number): number {
  return Array.from({ length: drivers }, (_, index) => VARIANTS[index % VARIANTS.length]).filter(
    (variant) => variant === 'courier',
  ).length
}

/** A quarter of the drivers are couriers, and their metros differ from one to the next as those of all do. */
function metroOf(variant: Variant, index: number): number {
  return variant === 'courier' ? Math.floor(index / VARIANTS.length) : index
}

/**
 * A plausible filter of such a driver: from easy to hard to satisfy, with everything that their plan
 * allows.
 */
export function makeFilter(
  { variant, plan, timeZone }: Person,
  stationIds: readonly string[],
  dice: Random,
): Filter {
  const chosen = stationIds.filter(() => dice() < 0.7)
  const filter = proposeFilter(variant, plan, timeZone, chosen.length > 0 ? chosen : stationIds)
  filter.speed = plan === 'professional' && dice() < 0.3 ? '4X' : pick(dice, SPEEDS)
  if (filter.speed === '4X') filter.custom = { refreshMs: 20_000, runMinutes: 25, sleepMinutes: 20 }
  filter.switches = {
    sleepAfterAwardMinutes: dice() < 0.3 ? 30 : 0,
    sleepDuringDelivery: dice() < 0.4,
    logOutOfPlatformOnStart: dice() < 0.2,
    hideIgnoredByPrice: dice() < 0.5,
  }
  filter.maxMinutesPerDay = dice() < 0.3 ? 480 : null
  filter.maxMinutesPerWeek = dice() < 0.3 ? 1_800 : null
  filter.safetyLimits = {
    ...filter.safetyLimits,
    pauseAfterMisses: dice() < 0.2 ? 5 : 0,
    weekGoalCents: dice() < 0.15 ? 60_000 : 0,
    keepDrivingTime: dice() < 0.4,
  }
  filter.confirmation = {
    ...filter.confirmation,
    enabled: dice() < 0.3,
    lowerPayPercent: 20,
    anyHour: dice() < 0.3,
  }
  if (dice() < 0.2) filter.net = { ...filter.net, perHourMinCents: 800 }
  choosePay(filter, plan, dice)
  return filter
}

function choosePay(filter: Filter, plan: Plan, dice: Random): void {
  if (filter.variant === 'amazon') priceStations(filter, plan, dice)
  if (filter.variant === 'courier') chooseJobs(filter, dice)
}

function priceStations(filter: AmazonFilter, plan: Plan, dice: Random): void {
  filter.shared.price.perHourMinCents = pick(dice, [1_800, 2_000, 2_400, 2_800])
  if (plan === 'basic') return
  for (const choice of filter.stations) {
    if (dice() < 0.5) continue
    const setting = structuredClone(filter.shared)
    setting.price.totalMinCents = pick(dice, [0, 5_000, 7_000])
    setting.price.combine = pick(dice, ['both', 'either'] as const)
    choice.settings = [setting]
  }
}
