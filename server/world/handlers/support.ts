import type { Words } from '../../http.ts'
import type { Support } from '../../support.ts'

/** The operations of support. */
export function supportWord(support: Support): Words['support'] {
  return {
    list: ({ driverId }) => support.listRequests(driverId),
    open: ({ driverId }, request) => support.openRequest(driverId, request),
    reply: ({ driverId }, message) => support.writeMore(driverId, message),
  }
}
