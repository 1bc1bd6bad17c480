import type { Driver, Order } from './model.ts'
import type { KeptSignIns, SignIns } from './sign-in.ts'
import type { World } from './world.ts'

/** A stand-in as it is written to a file. */
export interface FleetbaseState {
  made: number
  drivers: Driver[]
  orders: Order[]
  signIns: KeptSignIns
}

/** Orders that have ended are kept for so long: longer than anybody reads back. */
const KEEP_MS = 6 * 3_600_000

/** What a later start needs. */
export function dumpWorld(world: World, signIns: SignIns): FleetbaseState {
  const since = world.clock.now() - KEEP_MS
  const orders = [...world.orders.values()].filter(
    ({ status, createdAt }) => (status !== 'completed' && status !== 'canceled') || createdAt > since,
  )
  return { made: world.made, drivers: [...world.drivers.values()], orders, signIns: signIns.dump() }
}

/** Puts the state of an earlier start into an empty world; what was due meanwhile happens at once. */
export function loadWorld(world: World, signIns: SignIns, state: FleetbaseState): void {
  world.made = state.made
  for (const driver of state.drivers) world.drivers.set(driver.id, driver)
  for (const order of state.orders) {
    world.orders.set(order.id, order)
    if (order.status === 'started') world.completeInTime(order)
  }
  signIns.load(state.signIns)
}
