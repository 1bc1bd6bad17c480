import type { Call, Route } from './route.ts'
import { defineRoute } from './route.ts'
import * as schemas from './schemas.ts'
import { writeInstant } from './wire.ts'

/** A span on the wire, in ms. */
const spanOf = ({ from, to }: { from: string; to: string }) => ({
  from: Date.parse(from),
  to: Date.parse(to),
})

const findDriver = ({ market, params }: Pick<Call, 'market' | 'params'>) =>
  market.findDriver(params.driverId ?? '')

/** The past of a driver: what was listed, and what they took and worked, as of then. */
export const PAST_ROUTES: readonly Route[] = [
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
