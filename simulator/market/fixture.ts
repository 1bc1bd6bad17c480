import type { ScenarioName } from '../scenarios.ts'
import { createClock } from './clock.ts'
import { openAccount, signIn } from './drivers.ts'
import { createForgetfulJournal } from './journal.ts'
import type { Journal } from './journal.ts'
import { openMarket } from './open.ts'
import type { Market } from './open.ts'
import { placeOffer } from './placing.ts'
import { search } from './search.ts'
import type { Driver, Offer, Session, Terms } from './types.ts'

/** A Friday noon in Los Angeles. */
export const NOON = Date.parse('2026-11-20T20:00:00Z')
export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS

export interface TestMarket {
  market: Market
  driver: Driver
  session: Session
  /** Places a block at VAX2 (a trip at its store for a spark driver) and returns it. */
  place(startsInMs: number, lengthMs: number, more?: Partial<Terms>): Offer
  /** The ids in the driver's search. */
  see(session?: Session): string[]
}

/** For tests: a market on a stepped clock with one signed-in driver. */
export function openTestMarket(
  options: {
    scenario?: ScenarioName
    variant?: 'amazon' | 'spark'
    metro?: string
    journal?: Journal
    seed?: string
    startAt?: number
  } = {},
): TestMarket {
  const { variant = 'amazon', metro = 'los-angeles', journal = createForgetfulJournal() } = options
  const clock = createClock('stepped', options.startAt ?? NOON)
  const market = openMarket(options.scenario ?? 'quiet', options.seed, clock, journal)
  const { driver, session } = addDriver(market, 'ana@drivers.test', variant, metro)
  return {
    market,
    driver,
    session,
    place(startsInMs, lengthMs, more = {}) {
      const start = market.world.now + startsInMs
      const kind = variant === 'amazon' ? 'block' : 'delivery'
      const terms: Terms = { kind, start, end: start + lengthMs, payCents: 7_200, tipCents: 0, ...more }
      return placeOffer(market.world, { stationId: variant === 'amazon' ? 'st-vax2' : 'sr-vax2', terms })
    },
    see(of = session) {
      const list = search(market.world, of)
      if (!('body' in list)) throw list
      const { offers } = JSON.parse(list.body.toString()) as { offers: { offerId: string }[] }
      return offers.map(({ offerId }) => offerId)
    },
  }
}

/** One more driver, signed in. */
export function addDriver(
  market: Market,
  email: string,
  variant: 'amazon' | 'spark' = 'amazon',
  metro = 'los-angeles',
): { driver: Driver; session: Session } {
  const driver = openAccount(market.world, { email, password: 'secret', variant, metro })
  const session = market.authenticate(signIn(market.world, email, 'secret').accessToken)
  return { driver, session }
}
