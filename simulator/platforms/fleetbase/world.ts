import { drawBetween, makeId, openStream } from '../../market.ts'
import type { Clock, Random } from '../../market.ts'
import type { Agenda } from '../agenda.ts'
import { LEVERS } from './model.ts'
import type { Driver, LedgerEntry, Levers, Order, Place, Point } from './model.ts'

/** What a new order needs; everything else has its own value. */
export type NewOrder = Pick<Order, 'pickup' | 'dropoff' | 'distance' | 'time'> &
  Partial<Pick<Order, 'waypoints' | 'transactionAmount' | 'currency' | 'scheduledAt' | 'meta'>>

/** Why an order is not started. */
export type StartRefusal = 'not_found' | 'already_started' | 'not_dispatched' | 'no_driver'

/** The stand-in's world: drivers, orders and who holds them. */
export interface World {
  clock: Clock
  levers: Levers
  drivers: Map<string, Driver>
  orders: Map<string, Order>
  ledger: LedgerEntry[]
  /** Orders that were placed so far: each gets its own id. */
  made: number
  /** Called when an order is dispatched, with the drivers who are online and near. */
  onDispatch: (order: Order, drivers: Driver[]) => void
  /** Called when a driver moves or changes their presence. */
  onDriver: (driver: Driver) => void
  /** Called when a started order is done or canceled. */
  onOrder: (order: Order) => void
  openDriver(driver: Pick<Driver, 'email' | 'phone' | 'password'> & Partial<Driver>): Driver
  /** Places an order and dispatches it, unless `dispatched` is false. */
  place(order: NewOrder, dispatched?: boolean): Order
  /**
   * Starts an order for a driver. Nothing locks it between the check and the write, so several drivers may
   * all be told that they have it; the last write wins.
   */
  start(orderId: string, driverId: string): Promise<Order | StartRefusal>
  /** Resolves once lists are held no longer. */
  listsFree(): Promise<void>
  /** Lets the lists go that are held. */
  freeLists(): void
  /** Once `count` starts are held, writes them in the order in which they came. */
  releaseStarts(count: number): Promise<void>
  /** Another driver's start, checked before the order was started, is written in `lateMs`. */
  overwrite(order: Order, rivalId: string, lateMs: number): void
  /** Takes an order from its driver. It stays started, so that no one can start it again. */
  unassign(order: Order): void
  /** Offers such an order again under its own id, as who corrects the database does. */
  reset(order: Order): void
  nearby(driver: Driver): Order[]
  complete(order: Order): void
  /** Lets a started order end once the time of its trip has passed. */
  completeInTime(order: Order): void
  cancel(order: Order): void
  note(what: LedgerEntry['what'], driverId: string | null, orderId: string | null): void
}

/** Orders are offered to drivers within this distance of the pickup. */
export const ADHOC_METRES = 6_000
const EARTH_METRES = 6_371_000
/** A rival's late write lands this long after ours. */
const LATE_MS = { least: 100, most: 2_500 }

/** Creates an empty world. Its ids come from `seed`. */
export function createWorld(seed: string, clock: Clock, agenda: Agenda): World {
  const world: World = {
    clock,
    levers: { ...LEVERS },
    drivers: new Map(),
    orders: new Map(),
    ledger: [],
    made: 0,
    onDispatch: () => undefined,
    onDriver: () => undefined,
    onOrder: () => undefined,
    openDriver({ email, phone, password, ...rest }) {
      const id = makeId('driver_', seed, email)
      const driver = { id, name: email, email, phone, password, online: false, location: null, ...rest }
      world.drivers.set(id, driver)
      return driver
    },
    place(wanted, dispatched = true) {
      const order = makeOrder(makeId('order_', seed, world.made++), wanted, clock.now())
      world.orders.set(order.id, order)
      world.note('placed', null, order.id)
      if (dispatched) dispatch(world, order)
      return order
    },
    ...createStarts(() => world, seed, agenda),
    ...createHeldLists(() => world.levers.holdLists),
    unassign(order) {
      order.driverId = null
    },
    reset(order) {
      Object.assign(order, { driverId: null, started: false } satisfies Partial<Order>)
      dispatch(world, order)
    },
    nearby: (driver) =>
      [...world.orders.values()]
        .filter((order) => isListed(order, driver))
        .sort((one, other) => other.createdAt - one.createdAt),
    complete(order) {
      if (order.status !== 'started') return
      order.status = 'completed'
      order.history.push('COMPLETED')
      world.onOrder(order)
      world.note('completed', order.driverId, order.id)
    },
    cancel(order) {
      if (order.status === 'completed') return
      order.status = 'canceled'
      order.history.push('CANCELED')
      world.onOrder(order)
      world.note('canceled', order.driverId, order.id)
    },
    note(what, driverId, orderId) {
      world.ledger.push({ at: clock.now(), what, driverId, orderId })
    },
  }
  return world
}

function dispatch(world: World, order: Order): void {
  order.dispatched = true
  order.status = 'dispatched'
  order.history.push('DISPATCHED')
  world.note('dispatched', null, order.id)
  world.onDispatch(
    order,
    [...world.drivers.values()].filter((driver) => isOffered(order, driver)),
  )
}

function createHeldLists(isHeld: () => boolean): Pick<World, 'listsFree' | 'freeLists'> {
  const held: (() => void)[] = []
  return {
    listsFree: () => (isHeld() ? new Promise((resolve) => held.push(resolve)) : Promise.resolve()),
    freeLists() {
      for (const resolve of held.splice(0)) resolve()
    },
  }
}

/** Starting orders, without a lock between the check and the write. */
function createStarts(
  worldOf: () => World,
  seed: string,
  agenda: Agenda,
): Pick<World, 'start' | 'releaseStarts' | 'overwrite' | 'completeInTime'> {
  const races: Random = openStream(seed, 'races')
  const held: (() => void)[] = []
  let onHeld: (() => void) | null = null

  const write = (order: Order, driverId: string): void => {
    const world = worldOf()
    const now = world.clock.now()
    if (order.driverId !== null) world.note('overwritten', order.driverId, order.id)
    Object.assign(order, {
      driverId,
      started: true,
      status: 'started',
      startedAt: now,
    } satisfies Partial<Order>)
    order.history.push('STARTED')
    world.note('started', driverId, order.id)
    completeInTime(order)
  }
  const completeInTime: World['completeInTime'] = (order) => {
    const { driverId, startedAt } = order
    const endsAt = (startedAt ?? worldOf().clock.now()) + order.time * 1_000
    agenda.at(endsAt, () => {
      if (order.driverId === driverId) worldOf().complete(order)
    })
  }
  const overwrite: World['overwrite'] = (order, rivalId, lateMs) =>
    agenda.at(worldOf().clock.now() + lateMs, () => {
      if (order.status === 'started') write(order, rivalId)
    })

  return {
    overwrite,
    completeInTime,
    async start(orderId, driverId) {
      const { orders, drivers, levers, note } = worldOf()
      const order = orders.get(orderId)
      if (order && isRefused(levers, races)) undispatch(order)
      const refusal = whyNotStarted(order, drivers.get(driverId))
      if (refusal !== null || order === undefined) {
        note('refused', driverId, orderId)
        // As Fleetbase does: the driver is assigned before it looks whether the order was dispatched.
        if (refusal === 'not_dispatched' && order) order.driverId = driverId
        return refusal ?? 'not_found'
      }
      if (levers.holdStarts) {
        const { promise, resolve } = Promise.withResolvers<void>()
        held.push(resolve)
        onHeld?.()
        await promise
      }
      write(order, driverId)
      const rival = races() < levers.raceShare && [...drivers.keys()].find((id) => id !== driverId)
      if (rival) overwrite(order, rival, drawBetween(races, LATE_MS.least, LATE_MS.most))
      return order
    },
    async releaseStarts(count) {
      while (held.length < count) await new Promise<void>((resolve) => (onHeld = resolve))
      for (const resolve of held.splice(0)) resolve()
    },
  }
}

/** A start is refused from now on, and assigns its driver all the same. */
export function undispatch(order: Order): void {
  if (!order.started) Object.assign(order, { dispatched: false, status: 'created' } satisfies Partial<Order>)
}

/** Draws nothing where no start is refused, so that other draws stay as they are. */
function isRefused({ refusedShare }: Levers, random: Random): boolean {
  return refusedShare > 0 && random() < refusedShare
}

function makeOrder(id: string, wanted: NewOrder, now: number): Order {
  return {
    id,
    waypoints: [],
    transactionAmount: 0,
    currency: 'USD',
    scheduledAt: null,
    meta: {},
    ...wanted,
    driverId: null,
    status: 'created',
    dispatched: false,
    started: false,
    createdAt: now,
    startedAt: null,
    history: ['CREATED'],
  }
}

function whyNotStarted(order: Order | undefined, driver: Driver | undefined): StartRefusal | null {
  if (order === undefined) return 'not_found'
  if (order.started) return 'already_started'
  if (driver === undefined) return 'no_driver'
  // A canceled one is started like any other.
  return order.dispatched ? null : 'not_dispatched'
}

/** Whether an order is announced to a driver: it is listed for them, and they are online. */
export function isOffered(order: Order, driver: Driver): boolean {
  return driver.online && isListed(order, driver)
}

/** Whether an order is listed for a driver: no one has it, and the driver is near. */
function isListed(order: Order, { location }: Driver): boolean {
  if (order.status !== 'dispatched' || order.driverId !== null || order.started) return false
  return location !== null && metresBetween(order.pickup, location) <= ADHOC_METRES
}

function metresBetween(one: Point, other: Point): number {
  const radians = Math.PI / 180
  const north = (other.latitude - one.latitude) * radians
  const east = (other.longitude - one.longitude) * radians
  const across = Math.cos(one.latitude * radians) * Math.cos(other.latitude * radians)
  const half = Math.sin(north / 2) ** 2 + across * Math.sin(east / 2) ** 2
  return 2 * EARTH_METRES * Math.asin(Math.sqrt(half))
}

/** A place of a test: its name stands for everything that no one asks for. */
export function placeAt(point: Point, name: string): Place {
  return { id: makeId('place_', name), name, street: `1 ${name}`, city: 'Miami', ...point }
}
