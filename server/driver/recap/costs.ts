import type { PayCosts } from '@madruga/core/costs.ts'
import { proposeExtras } from '@madruga/core/filters.ts'
import type { NetRule } from '@madruga/core/filters.ts'
import type { OfferKind, Pay, Variant } from '@madruga/core/offers.ts'
import { findDrive } from '@madruga/core/recap.ts'
import { readZoneOffsets } from '@madruga/core/schedule.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import { readFiltersInForce } from '../filters.ts'
import type { RecapDeps } from './model.ts'
import { checkOfferTimes } from './offer-times.ts'
import { readRecapOwner } from './store.ts'

/** A block or an offer as its costs need it. */
export type Costed = Pick<Pay, 'currency'> & {
  id: string
  stationId: string
  startAt: Timestamp
  endAt: Timestamp
  miles: number | null
}

/** What each of these blocks costs its driver, by its id: the miles where they are known, and our fee. */
export async function readBlockCosts(
  deps: RecapDeps,
  driverId: string,
  blocks: readonly Costed[],
): Promise<Record<string, PayCosts>> {
  if (blocks.length === 0) return {}
  const ids = blocks.map(({ id }) => id)
  const [fees, drives] = await Promise.all([
    deps.fees.readBlockFees(driverId, ids),
    readDrives(deps, driverId, blocks),
  ])
  return Object.fromEntries(ids.map((id, index) => [id, { ...drives[index]!, feeCents: fees.get(id) ?? 0 }]))
}

/** What winning this offer would cost its driver now. */
export async function readOfferCosts(
  deps: RecapDeps,
  driverId: string,
  offer: Omit<Costed, 'id'> & { kind: OfferKind },
): Promise<PayCosts> {
  checkOfferTimes(offer, offer.startAt, deps.clock.now())
  const [feeCents, [drive]] = await Promise.all([
    deps.fees.readOfferFee(driverId, offer.kind),
    readDrives(deps, driverId, [{ id: '', ...offer }]),
  ])
  return { ...drive!, feeCents }
}

/**
 * The driver's cost settings: those of the filter in force, or the proposed ones. As with the saved location,
 * what holds now holds for past weeks: what a driver sets in order to count the miles counts them.
 */
async function readNetRule(
  { db, clock }: Pick<RecapDeps, 'db' | 'clock'>,
  driverId: string,
  variant: Variant,
): Promise<NetRule> {
  const now = clock.now()
  const versions = await readFiltersInForce(db, driverId, variant, { from: now, to: now + 1 })
  return versions.at(-1)?.filter.net ?? proposeExtras().net
}

async function readDrives(
  deps: RecapDeps,
  driverId: string,
  blocks: readonly Costed[],
): Promise<Omit<PayCosts, 'feeCents'>[]> {
  const owner = await readRecapOwner(deps.db, driverId)
  if (owner === null) return blocks.map(() => ({ miles: null, milesCents: null, rateUnknown: false }))
  const [rule, geography] = await Promise.all([
    readNetRule(deps, driverId, owner.variant),
    deps.readGeography(driverId),
  ])
  const starts = blocks.map(({ startAt }) => startAt)
  const zone = readZoneOffsets(owner.timeZone, Math.min(...starts) - DAY_MS, Math.max(...starts) + DAY_MS)
  return blocks.map((block) => findDrive(block, rule, geography, zone))
}
