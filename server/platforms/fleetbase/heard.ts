/** Orders that one poll reads. */
const READ_AT_ONCE = 3
/** Orders that are remembered; of more, a list tells. */
const MOST_HEARD = 50
/** Events that are remembered, since each comes three times at once. */
const MOST_EVENTS = 50
/** An order that stays without an answer so often is left to the lists. */
const MOST_TRIES = 2

/** An order that an event named, and how often it was asked for without an answer. */
export type HeardOrder = { id: string; tries: number }

/** The orders that events named and that are still to be read, in the order of the events. */
export type HeardOrders = {
  /** `eventId`: of an event that came before, nothing is new. Answers whether it is. */
  add(id: string, eventId: string | null): boolean
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
  const tries = new Map<string, number>()
  const events = new Set<string>()
  const putBack = (order: HeardOrder): void => {
    if (!tries.has(order.id)) tries.set(order.id, order.tries)
  }
  return {
    add(id, eventId) {
      if (eventId !== null && events.has(eventId)) return false
      if (eventId !== null) events.add(eventId)
      for (const old of events) {
        if (events.size <= MOST_EVENTS) break
        events.delete(old)
      }
      if (tries.size < MOST_HEARD) putBack({ id, tries: 0 })
      return true
    },
    take() {
      const next = [...tries].slice(0, READ_AT_ONCE).map(([id, count]) => ({ id, tries: count }))
      for (const { id } of next) tries.delete(id)
      return next
    },
    putBack,
    retry(order) {
      const count = order.tries + 1
      if (count < MOST_TRIES) putBack({ ...order, tries: count })
    },
    isEmpty: () => tries.size === 0,
  }
}
