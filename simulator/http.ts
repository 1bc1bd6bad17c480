import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { ADMIN_ROUTES } from './http/admin-routes.ts'
import { COURIER_ROUTES } from './http/courier-routes.ts'
import { dispatch } from './http/dispatch.ts'
import { DRIVER_ROUTES } from './http/driver-routes.ts'
import { listenOn } from './http/listen.ts'
import { createPages } from './http/pages.ts'
import type { PageHandler } from './http/pages.ts'
import type { Market } from './market.ts'
import { defineRoute } from './http/route.ts'
import type { Call, Route } from './http/route.ts'
import * as schemas from './http/schemas.ts'
import { writeInstant } from './http/wire.ts'

/** A span on the wire, in ms. */
const spanOf = ({ from, to }: { from: string; to: string }) => ({
  from: Date.parse(from),
  to: Date.parse(to),
})

const findDriver = ({ market, params }: Pick<Call, 'market' | 'params'>) =>
  market.findDriver(params.driverId ?? '')

/** The past of a driver: what was listed, and what they took and worked, as of then. */
const PAST_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/admin/drivers/{driverId}/past',
    summary: 'What the stations of the driver would have listed in a span that is over; the seed decides it',
    who: 'operator',
    query: schemas.PastSpan,
    answer: schemas.PastOffers,
    handle({ market, params, query }) {
      const driver = findDriver({ market, params })
      const { offers } = market.rules.recallPast(market.world, driver, spanOf(query))
      const parts = Array.from(offers.values(), (each) => {
        const shownAt = writeInstant(market.rules.findShownAt(driver, each))
        const more = { shownAt, hiddenAt: writeInstant(each.hiddenAt), follows: each.follows }
        return `${each.offer.json.slice(0, -1)},${JSON.stringify(more).slice(1)}`
      })
      return { bytes: Buffer.from(`{"offers":[${parts.join(',')}]}`) }
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/admin/drivers/{driverId}/past/accept',
    summary:
      'The driver accepts an offer of the past as of a time within it; again, it answers the same block',
    who: 'operator',
    body: schemas.PastAccept,
    answer: schemas.Accepted,
    handle({ market, params, body }) {
      const { offerId, at, ...span } = body
      const accept = { offerId, at: Date.parse(at) }
      const driver = findDriver({ market, params })
      const { blockId } = market.rules.acceptPast(market.world, driver, spanOf(span), accept)
      return { json: { blockId, offerId } }
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/admin/drivers/{driverId}/past/check-in',
    summary: 'The driver checks in at a block of the past, at its station',
    who: 'operator',
    body: schemas.PastCheckIn,
    answer: schemas.CheckedIn,
    handle({ market, params, body }) {
      const driver = findDriver({ market, params })
      const at = market.rules.checkInPast(market.world, driver, body.blockId, Date.parse(body.at))
      return { json: { checkedInAt: writeInstant(at) } }
    },
  }),
]

/** The market's port, open. */
export interface OpenPort {
  port: number
  close(): Promise<void>
}

const ROUTES = [...DRIVER_ROUTES, ...COURIER_ROUTES, ...ADMIN_ROUTES, ...PAST_ROUTES]

/**
 * Opens the market's port. `getMarket` is called on the first request, so that a taken port is detected
 * before anything else is opened. A taken port throws an Error with code EADDRINUSE.
 */
export async function openPort(host: string, port: number, getMarket: () => Market): Promise<OpenPort> {
  const server = createServer({ keepAliveTimeout: 75_000, noDelay: true })
  const pages = createPages(getMarket, ROUTES)
  server.on('request', (request, response) => {
    serve(getMarket(), pages.find(request.url ?? '/'), request, response).catch((error: unknown) => {
      console.error('market: a request failed:', error)
      response.destroy()
    })
  })
  return listenOn(server, host, port, getMarket)
}

async function serve(
  market: Market,
  page: PageHandler | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (page !== undefined && (request.method === 'GET' || request.method === 'HEAD')) page(request, response)
  else await dispatch(market, ROUTES, request, response)
}
