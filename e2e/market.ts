import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { Outputs } from '@madruga/core/contract.ts'
import type { Filter } from '@madruga/core/filters.ts'
import type { Variant } from '@madruga/core/offers.ts'
import { HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import type { Product } from './product.ts'
import { realNow, until } from '@madruga/server/kit/testing.ts'

/** One offer exactly as placed at the market: block or instant, for every driver or for one. */
export type Placed = {
  stationId: string
  startAt: number
  minutes: number
  payCents: number
  kind?: 'block' | 'instant'
  /** The market's id of the driver. */
  forDriver?: string
}

/**
 * The market itself lists blocks up to ten days ahead, and counts hours by the day: a day later nothing
 * conflicts.
 */
const FAR_HOURS = 280
/** Longer than a block and shorter than a day's hour limit. */
const APART_HOURS = 10

/**
 * Places a block of three hours at the driver's station, so far ahead that no earlier win conflicts; returns
 * its offer's id. A running bot whose filter allows every hour is certain to win it. Blocks for the same
 * driver differ in `nth`.
 */
export async function placeFarBlock(
  product: Product,
  page: Page,
  { payCents, nth }: { payCents: number; nth: number },
): Promise<string> {
  const startAt = realNow() + (FAR_HOURS + nth * APART_HOURS) * HOUR_MS
  return placeOffer(product, { stationId: await readStation(page), startAt, minutes: 180, payCents })
}

/** Places an offer that no competitor takes and that stays until it starts; returns its id. */
export async function placeOffer(
  product: Product,
  { startAt, minutes, kind = 'block', ...terms }: Placed,
): Promise<string> {
  const start = new Date(startAt).toISOString()
  const end = new Date(startAt + minutes * MINUTE_MS).toISOString()
  const offer = { ...terms, kind, start, end }
  return (await steerMarket<{ offerId: string }>(product, 'POST', '/admin/offers', offer)).offerId
}

/** Waits until the driver's running week comes to this many cents of fees, or more. */
export async function untilCharged(page: Page, cents: number): Promise<void> {
  const read = () => callOperation<Outputs['recap']['running']>(page, 'GET', '/recap/running')
  await until(async () => (await read()).useCents >= cents, `${cents} cents of fees in the running week`)
}

/** Whether a driver holds the block of an offer, according to the market. */
export async function isHeld(product: Product, offerId: string): Promise<boolean> {
  const { blocks } = await steerMarket<{ blocks: { offerId: string }[] }>(product, 'GET', '/admin/blocks')
  return blocks.some((block) => block.offerId === offerId)
}

/** Calls the market's admin API; returns its answer, which may be empty. */
export async function steerMarket<T>(
  product: Product,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const reply = await fetch(product.marketUrl + path, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await reply.text()
  assert.ok(reply.ok, `${method} ${path}: ${reply.status} ${text}`)
  return (text === '' ? {} : JSON.parse(text)) as T
}

/** The id of a station of the amazon driver's filter. */
export async function readStation(page: Page): Promise<string> {
  const { filter } = await readFilter(page, 'amazon')
  const station = filter.stations[0]
  assert.ok(station, 'a station in the filter')
  return station.stationId
}

/**
 * Saves the driver's filter with every hour of every day allowed, so that a test's time of day does not
 * matter.
 */
export async function allowEveryHour(page: Page, variant: Variant = 'amazon'): Promise<void> {
  await changeFilter(page, variant, (filter) => {
    const days = filter.schedule.days.map((day) => ({ ...day, allDay: true, ranges: [] }))
    return { ...filter, schedule: { ...filter.schedule, days } }
  })
}

/** Saves the amazon driver's filter without an arrival time. */
export async function allowShortNotice(page: Page): Promise<void> {
  await changeFilter(page, 'amazon', (filter) => ({
    ...filter,
    shared: { ...filter.shared, arrivalMinutes: 0 },
  }))
}

type FilterOf<V extends Variant> = Extract<Filter, { variant: V }>

/** Saves the driver's filter with a change. */
export async function changeFilter<V extends Variant>(
  page: Page,
  variant: V,
  change: (filter: FilterOf<V>) => FilterOf<V>,
): Promise<void> {
  const { version, filter } = await readFilter(page, variant)
  await callOperation(page, 'PUT', `/filters/${variant}`, { baseVersion: version, filter: change(filter) })
}

async function readFilter<V extends Variant>(
  page: Page,
  variant: V,
): Promise<{ version: number; filter: FilterOf<V> }> {
  const found = await callOperation<Outputs['filters']['get']>(page, 'GET', `/filters/${variant}`)
  return { version: found.version, filter: found.filter as FilterOf<V> }
}

/** Calls an operation as the page's own client does: with its session and token, for the driver it shows. */
export function callOperation<T>(page: Page, method: string, path: string, body?: object): Promise<T> {
  return page.evaluate(
    async ([verb, address, sent]) => {
      const token = decodeURIComponent(/XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? '')
      const headers = { 'content-type': 'application/json', 'x-xsrf-token': token }
      const named = `/api${address}${address.includes('?') ? '&' : '?'}as=${localStorage.getItem('driver')}`
      const reply = await fetch(named, { method: verb, headers, ...(sent && { body: sent }) })
      if (!reply.ok) throw new Error(`${address}: ${reply.status} ${await reply.text()}`)
      return await reply.json()
    },
    [method, path, body === undefined ? '' : JSON.stringify(body)] as const,
  ) as Promise<T>
}
