import { Refusal } from '../refusals.ts'
import { defineRoute } from './route.ts'
import type { Route } from './route.ts'
import * as schemas from './schemas.ts'
import { writeEntry, writeHolding, writeInstant } from './wire.ts'
import type { Market, Session } from '../market.ts'

const watching: Route[] = [
  defineRoute({
    method: 'GET',
    path: '/admin/state',
    summary: 'Scenario, seed, clock, counts, faults, metros, and a fingerprint of the history',
    who: 'operator',
    answer: schemas.Anything,
    handle: ({ market }) => ({ json: describeState(market) }),
  }),
  defineRoute({
    method: 'GET',
    path: '/admin/ledger',
    summary: 'Who asked what when',
    who: 'operator',
    query: schemas.LedgerQuery,
    answer: schemas.Ledger,
    handle({ market, query }) {
      const { world } = market
      const drivers = [...world.drivers.values()].filter(
        (driver) => query.driverId === undefined || query.driverId === driver.driverId,
      )
      const searches = drivers.flatMap(({ driverId, searches: minutes }) =>
        minutes.map(({ minute, ...counts }) => ({ driverId, minute: writeInstant(minute), ...counts })),
      )
      const entries = world.ledger.list(query.since, query.driverId)
      return { json: { entries: entries.map(writeEntry), searches } }
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/admin/blocks',
    summary: 'Every block of every driver, with its holder and terms',
    who: 'operator',
    answer: schemas.Anything,
    handle({ market }) {
      const { world } = market
      return {
        json: { blocks: Array.from(world.blocks.values(), (block) => writeHolding(market, world, block)) },
      }
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/admin/offers',
    summary: 'Every offer that is listed now',
    who: 'operator',
    answer: schemas.Offers,
    handle: ({ market }) => ({
      bytes: Buffer.from(
        `{"offers":[${Array.from(market.world.offers.values(), ({ json }) => json).join(',')}]}`,
      ),
    }),
  }),
]

/** What an operator does to a driver, without more to say. */
const onDriver = (
  word: string,
  summary: string,
  act: (market: Market, driver: Session['driver']) => void,
): Route =>
  defineRoute({
    method: 'POST',
    path: `/admin/drivers/{driverId}/${word}`,
    summary,
    who: 'operator',
    handle({ market, params }) {
      act(market, market.findDriver(params.driverId ?? ''))
      return undefined
    },
  })

const drivers: Route[] = [
  defineRoute({
    method: 'POST',
    path: '/admin/drivers',
    summary: 'Open an account; the same e-mail again: the same driver, password and metro replaced',
    who: 'operator',
    body: schemas.Account,
    answer: schemas.DriverId,
    handle: ({ market, body }) => ({
      json: { driverId: market.rules.openAccount(market.world, body).driverId },
    }),
  }),
  onDriver(
    'confirm-instant',
    'The driver confirms the change of instant offers in the delivery app',
    ({ rules, world }, driver) => rules.confirmInstant(world, driver),
  ),
  onDriver('expire-token', 'Every access token of the driver runs out now', ({ rules, world }, driver) =>
    rules.expireTokens(world, driver),
  ),
  onDriver('require-human', 'Ask the driver the question for humans', ({ rules, world }, driver) =>
    rules.askHuman(world, driver),
  ),
  defineRoute({
    method: 'POST',
    path: '/admin/drivers/{driverId}/hour-limit',
    summary: 'Limit the minutes a day that the driver may hold (0 without a body); null lifts it',
    who: 'operator',
    body: schemas.HourLimit,
    handle({ market, params, body }) {
      const driver = market.findDriver(params.driverId ?? '')
      if (body.minutes === null) delete driver.dayLimitMinutes
      else driver.dayLimitMinutes = body.minutes
      return undefined
    },
  }),
]

const steering: Route[] = [
  defineRoute({
    method: 'POST',
    path: '/admin/offers',
    summary: 'Place one offer exactly; no competitor takes it and it is not listed again',
    who: 'operator',
    body: schemas.PlacedOffer,
    answer: schemas.OfferId,
    handle({ market, body }) {
      const { stationId, expiresAt, forDriver, takenAfterMs, start, end, ...rest } = body
      const offer = market.rules.placeOffer(market.world, {
        stationId,
        terms: { ...dropUndefined(rest), start: Date.parse(start), end: Date.parse(end) },
        ...dropUndefined({ forDriver, takenAfterMs }),
        ...(expiresAt === undefined ? {} : { expiresAt: Date.parse(expiresAt) }),
      })
      return { json: { offerId: offer.offerId } }
    },
  }),
  defineRoute({
    method: 'PUT',
    path: '/admin/faults',
    summary: 'Set the faults of driver calls; what is not named is off, an empty object clears all',
    who: 'operator',
    body: schemas.FaultSettings,
    answer: schemas.Anything,
    handle({ market, body }) {
      const { quotaPerHour, ...faults } = body
      market.setFaults(dropUndefined(faults), quotaPerHour)
      return { json: { ...market.world.faults, quotaPerHour: market.world.quotaPerHour } }
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/admin/clock',
    summary: 'Move a stepped clock',
    who: 'operator',
    body: schemas.ClockStep,
    answer: schemas.Anything,
    handle({ market, body }) {
      if (market.clock.kind !== 'stepped') throw new Refusal('clock_runs')
      market.advance(body.advanceMs)
      return { json: { now: writeInstant(market.world.now) } }
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/admin/reset',
    summary: 'A new world: accounts, blocks and ledger are gone',
    who: 'operator',
    body: schemas.ResetChoice,
    answer: schemas.Anything,
    handle({ market, body }) {
      market.reset(body.scenario, body.seed)
      return { json: describeState(market) }
    },
  }),
]

/** All admin calls. */
export const ADMIN_ROUTES: readonly Route[] = [...watching, ...drivers, ...steering]

type Defined<T> = { [Key in keyof T]: Exclude<T[Key], undefined> }

/** The same object without the keys whose value is undefined. */
function dropUndefined<T extends object>(value: T): Defined<T> {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as Defined<T>
}

/** The market in one object, for admins. Equal fingerprints mean equal histories. */
function describeState(market: Market): object {
  const { world, clock, rules } = market
  return {
    scenario: world.scenario.name,
    seed: world.seed,
    clock: { kind: clock.kind, factor: clock.factor, now: writeInstant(world.now) },
    counts: {
      ...world.counts,
      offers: world.offers.size,
      drivers: world.drivers.size,
      blocks: world.blocks.size,
    },
    faults: { ...world.faults, quotaPerHour: world.quotaPerHour },
    metros: rules.metros.map(({ id, name, state, timeZone, towns }) => ({
      id,
      name,
      state,
      timeZone,
      towns: towns.length,
    })),
    fingerprint: world.fingerprint.copy().digest('hex'),
  }
}
