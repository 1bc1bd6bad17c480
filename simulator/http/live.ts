import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Happening, Market } from '../market.ts'
import { nameDriver, writeInstant } from './wire.ts'

const BATCH_MS = 500
/** A viewer with this much unsent output is disconnected. */
const LARGEST_BACKLOG = 4 * 1024 * 1024

/** The page's feed: first a full snapshot, then events, in batches of half a second. */
export function openLive(
  getMarket: () => Market,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (_request, response) => {
    const market = getMarket()
    response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      // No proxy holds the lines back until there are many.
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
    })
    let waiting: object[] = []
    const send = (event: string, data: object) => {
      if (response.writableLength > LARGEST_BACKLOG) response.destroy()
      else response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    }
    send('picture', describePicture(market))
    const stop = market.watch((happening) => {
      // A fast clock can produce thousands at once; people see the last ones, and the counts stay correct.
      if (waiting.length > 2_000) waiting = waiting.slice(-1_000)
      waiting.push(describeHappening(happening))
    })
    const stopResets = market.onReset(() => send('picture', describePicture(market)))
    const timer = setInterval(() => {
      send('news', { ...describePulse(market), happenings: waiting })
      waiting = []
    }, BATCH_MS)
    response.on('close', () => {
      clearInterval(timer)
      stop()
      stopResets()
    })
  }
}

function describePicture(market: Market): object {
  const { world, rules } = market
  return {
    ...describePulse(market),
    scenario: world.scenario.name,
    seed: world.seed,
    home: findHome(market),
    latest: world.latest.map(describeHappening),
    metros: rules.metros.map(({ id, name, state, timeZone }) => ({ id, name, state, timeZone })),
    stations: Array.from(
      world.stations.values(),
      ({ id, variant, metroId, code, name, city, programme }) => ({
        id,
        variant,
        metroId,
        code,
        name,
        city,
        programme,
      }),
    ),
    offers: Array.from(world.offers.values(), ({ json }) => JSON.parse(json) as object),
  }
}

/** Where the page opens: at the first driver's place, which in a demo is where it drives. */
function findHome({ world }: Market): { variant: string; metroId: string } {
  const [first] = world.drivers.values()
  return { variant: first?.variant ?? 'amazon', metroId: first?.metroId ?? 'miami' }
}

function describePulse(market: Market): object {
  const { world } = market
  return {
    now: writeInstant(world.now),
    counts: world.counts,
    drivers: world.drivers.size,
    unconfirmed: Array.from(world.drivers.values())
      .filter(({ instant }) => !instant.confirmed)
      .map((driver) => ({
        driverId: driver.driverId,
        driver: nameDriver(driver),
        enabled: driver.instant.enabled,
      })),
  }
}

function describeHappening({ at, what, offer, driver, note }: Happening): object {
  return {
    at: writeInstant(at),
    what,
    offer: offer === undefined ? undefined : (JSON.parse(offer.json) as object),
    driver: driver === undefined ? undefined : nameDriver(driver),
    note,
  }
}
