import type { EventSocket } from './socket.ts'

/** Listens to the orders that drivers hold: what becomes of one is told on its own channel alone. */
export type WatchedOrders = (driverId: string, orderIds: readonly string[], changed: () => void) => void

/** Creates the listening of an instance. A driver's orders replace those of the call before. */
export function createWatchedOrders(events: EventSocket): WatchedOrders {
  const stops = new Map<string, Map<string, () => void>>()
  return (driverId, orderIds, changed) => {
    const before = stops.get(driverId) ?? new Map<string, () => void>()
    const now = new Map<string, () => void>()
    const listener = { published: changed, subscribed: () => {}, live: () => {} }
    for (const id of orderIds) now.set(id, before.get(id) ?? events.listen(`order.${id}`, listener))
    for (const [id, stop] of before) if (!now.has(id)) stop()
    if (now.size > 0) stops.set(driverId, now)
    else stops.delete(driverId)
  }
}
