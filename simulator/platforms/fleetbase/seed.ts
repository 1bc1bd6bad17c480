import { drawBetween, drawLogNormal, drawOne, drawWait, openStream } from '../../market.ts'
import type { Random } from '../../market.ts'
import type { Agenda } from '../agenda.ts'
import type { Driver, Order, Place, Point } from './model.ts'
import type { World } from './world.ts'
import { isOffered, placeAt } from './world.ts'

/** A city of couriers: how often somebody orders, and how many others want to deliver it. */
export interface Scenario {
  /** The mean wait between two orders; null = only placed orders exist. */
  orderEveryMs: number | null
  rivals: number
  /** The median time in which a rival starts an order. */
  rivalMedianMs: number
  raceShare: number
}

export const SCENARIOS = {
  quiet: { orderEveryMs: null, rivals: 0, rivalMedianMs: 0, raceShare: 0 },
  city: { orderEveryMs: 45_000, rivals: 12, rivalMedianMs: 40_000, raceShare: 0.05 },
  contested: { orderEveryMs: 15_000, rivals: 25, rivalMedianMs: 9_000, raceShare: 0.25 },
} as const satisfies Record<string, Scenario>
export type ScenarioName = keyof typeof SCENARIOS

/** Where the seeded world lies. */
export const CITY: Point = { latitude: 25.7743, longitude: -80.1937 }
/** The key of `meta` in which the operator writes the driver's pay, in the currency's main unit. */
export const PAY_KEY = 'driver_pay'

const SHOPS = ['Panaderia Luna', 'Casa Verde', 'Bayfront Books', 'Flores Ana', 'Cafe Norte', 'Farmacia Sol']
/** Degrees around the city's middle: 3 km or so. */
const SPREAD = 0.027
const METRES_PER_DEGREE = 111_195
/** A courier's pace in the city, with its lights. */
const METRES_PER_SECOND = 6
/** An order that no one took is called off. */
const GIVE_UP_MS = 20 * 60_000
/** A share of orders whose pay no one entered. */
const UNPAID_SHARE = 0.1

/** Fills a world: shops, rivals, and orders one after another. */
export function seedWorld(world: World, agenda: Agenda, seed: string, scenario: Scenario): void {
  const { orderEveryMs } = scenario
  world.levers.raceShare = scenario.raceShare
  const random = openStream(seed, 'city')
  const shops = SHOPS.map((name) => placeAt(near(random), name))
  const rivals = Array.from({ length: scenario.rivals }, (_, number) =>
    world.openDriver({
      email: `rival-${number + 1}@couriers.example`,
      phone: `+1305555${String(1_000 + number)}`,
      password: `rival ${number + 1}`,
      online: true,
      location: near(random),
    }),
  )
  for (const order of world.orders.values())
    if (order.status === 'dispatched') giveUpInTime(world, agenda, order)
  if (orderEveryMs === null) return
  const orderNext = (): void => {
    const order = placeOne(world, random, shops)
    letRivalsReact(world, agenda, random, order, rivals, scenario)
    giveUpInTime(world, agenda, order)
    agenda.at(world.clock.now() + drawWait(random, orderEveryMs), orderNext)
  }
  orderNext()
}

function giveUpInTime(world: World, agenda: Agenda, order: Order): void {
  agenda.at(order.createdAt + GIVE_UP_MS, () => {
    if (!order.started) world.cancel(order)
  })
}

function near(random: Random): Point {
  return {
    latitude: CITY.latitude + drawBetween(random, -SPREAD, SPREAD),
    longitude: CITY.longitude + drawBetween(random, -SPREAD, SPREAD),
  }
}

function placeOne(world: World, random: Random, shops: readonly Place[]): Order {
  const pickup = drawOne(random, shops)
  const dropoff = placeAt(near(random), 'Customer')
  const degrees = Math.hypot(pickup.latitude - dropoff.latitude, pickup.longitude - dropoff.longitude)
  const distance = Math.round(degrees * METRES_PER_DEGREE * 1.3)
  const time = Math.round(distance / METRES_PER_SECOND) + 240
  const payDollars = 4 + (distance / 1_609) * 1.5 + drawBetween(random, 0, 5)
  const isUnpaid = random() < UNPAID_SHARE
  return world.place({
    pickup,
    dropoff,
    distance,
    time,
    transactionAmount: Math.round(payDollars * 180),
    meta: isUnpaid ? {} : { [PAY_KEY]: payDollars.toFixed(2) },
  })
}

/** Some rivals want the order; each starts it after their own time, if it is still there. */
function letRivalsReact(
  world: World,
  agenda: Agenda,
  random: Random,
  order: Order,
  rivals: readonly Driver[],
  { rivalMedianMs }: Scenario,
): void {
  for (const rival of rivals) {
    if (random() > 0.3) continue
    const reactionMs = drawLogNormal(random, rivalMedianMs, 0.8)
    agenda.at(world.clock.now() + reactionMs, () => {
      if (isOffered(order, rival)) void world.start(order.id, rival.id)
    })
  }
}
