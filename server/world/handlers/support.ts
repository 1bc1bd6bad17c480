import type { Handlers } from '../../http.ts'
import type { Support } from '../../support.ts'

/** The operations of support. */
export function supportHandlers(support: Support): Handlers['support'] {
  return {
    list: ({ driverId }) => support.listRequests(driverId),
    open: ({ driverId }, request) => support.openRequest(driverId, request),
    reply: ({ driverId }, message) => support.writeMore(driverId, message),
  }
}
