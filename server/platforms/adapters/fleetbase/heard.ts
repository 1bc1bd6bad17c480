/** Orders that one poll reads. */
const READ_AT_ONCE = 3
/** Orders that are remembered; of more, a list tells. */
const MOST_HEARD = 50
/** Events that are remembered, since each comes three times at once. */
const MOST_EVENTS = 50
/** An order that stays without an answer so often is left to the lists. */
const MOST_TRIES = 2

/** An order that an event named, at which moment, and how often it was asked for without an answer. */
export type HeardOrder = { id: string; heardAt: number; tries: number }

/** The orders that events named and that are still to be read, in the order of the events. */
export type HeardOrders = {
  /** `eventId`: of an event that came before, nothing is new. Answers whether it is. */
  add(id: string, eventId: string | null, at: number): boolean
  /** Takes out those that one poll reads. An event that comes meanwhile names its order again. */
  take(): HeardOrder[]
  /** An order that was not asked for is still to be read. */
  putBack(order: HeardOrder): void
  /** An order that was asked for without an answer is asked for once more, after the others. */
  retry(order: HeardOrder): void
  isEmpty(): boolean
}

/** Creates the memory of one driver's feed. */
export function createHeardOrders(): HeardOrders {
  const orders = new Map<string, HeardOrder>()
  const events = new Set<string>()
  const putBack = (order: HeardOrder): void => {
    if (!orders.has(order.id)) orders.set(order.id, order)
  }
  return {
    add(id, eventId, at) {
      if (eventId !== null && events.has(eventId)) return false
      if (eventId !== null) events.add(eventId)
      for (const old of events) {
        if (events.size <= MOST_EVENTS) break
        events.delete(old)
      }
      const known = orders.get(id)
      if (known) known.heardAt = at
      else if (orders.size < MOST_HEARD) putBack({ id, heardAt: at, tries: 0 })
      return true
    },
    take() {
      const next = [...orders.values()].slice(0, READ_AT_ONCE)
      for (const { id } of next) orders.delete(id)
      return next
    },
    putBack,
    retry(order) {
      const count = order.tries + 1
      if (count < MOST_TRIES) putBack({ ...order, tries: count })
    },
    isEmpty: () => orders.size === 0,
  }
}
