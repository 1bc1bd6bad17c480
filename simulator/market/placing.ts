import { Refusal } from '../refusals.ts'
import { listOffer } from './listings.ts'
import type { Offer, Terms } from './types.ts'
import type { World } from './world.ts'

export interface Placement {
  stationId: string
  terms: Terms
  /** Epoch ms; without it the offer stays until its start. */
  expiresAt?: number
  forDriver?: string
  takenAfterMs?: number
}

/** Lists exactly one offer, as specified by an admin; it does not return when it ends. */
export function placeOffer(world: World, placement: Placement): Offer {
  const { terms, forDriver } = placement
  const station = world.stations.get(placement.stationId)
  const issues = [
    ...(station === undefined ? [`stationId: there is no ${placement.stationId}`] : []),
    ...(terms.end <= terms.start ? ['end: not after start'] : []),
    ...(forDriver !== undefined && !world.drivers.has(forDriver)
      ? [`forDriver: there is no ${forDriver}`]
      : []),
  ]
  if (station === undefined || issues.length > 0) throw new Refusal('bad_request', { issues })
  const lineage = `placed/${world.now}/${++world.offersPlaced}`
  const offer = listOffer(world, {
    station,
    terms,
    lineage,
    round: 0,
    surge: 0,
    raisedCents: 0,
    lifeMs: (placement.expiresAt ?? terms.start) - world.now,
    relisted: false,
    takenAfterMs: placement.takenAfterMs ?? 'never',
    ...(forDriver === undefined ? {} : { driverId: forDriver }),
  })
  if (offer === undefined) throw new Error('a placed offer was sold before')
  return offer
}
