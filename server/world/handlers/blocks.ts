import type { Blocks } from '../../blocks.ts'
import type { Handlers } from '../../http.ts'

/** The operations of blocks. */
export function blocksHandlers(blocks: Blocks): Handlers['blocks'] {
  return {
    list: ({ driverId }, days) => blocks.listBlocks(driverId, days),
    arrivals: ({ driverId }) => blocks.listArrivals(driverId),
    checkIn: ({ driverId }, arrival) => blocks.checkIn(driverId, arrival),
    release: ({ driverId }, wish) => blocks.release(driverId, wish),
    skipReminder: ({ driverId }, wish) => blocks.skipReminder(driverId, wish),
    calendarLink: ({ driverId }) => blocks.showLink(driverId),
    makeCalendarLink: ({ driverId }) => blocks.makeLink(driverId),
    removeCalendarLink: ({ driverId }) => blocks.removeLink(driverId),
  }
}
