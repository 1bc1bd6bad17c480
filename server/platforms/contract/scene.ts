import assert from 'node:assert/strict'
import type { Offer, Station } from '@madruga/core/offers.ts'
import { HOUR_MS } from '@madruga/core/time.ts'
import type { AcceptResult, HeldBlock, OfferFeed, Platform, PlatformTokens, TriedListing } from '../model.ts'
import { isOfferOf } from '../adapters/offer-ids.ts'
import { fresh, valueOf } from './world.ts'
import type { ContractWorld, WantedOffer } from './world.ts'

/** A driver who has signed in at the platform of a test, and the first of its stations. */
export type Scene = { world: ContractWorld; platform: Platform; tokens: PlatformTokens; station: Station }

/** Declares one test, each in its own world. */
export type SceneTest = (title: string, play: (scene: Scene) => Promise<void>) => void

/** An offer for the day, with changes. */
export function wanted({ world, station }: Scene, change: Partial<WantedOffer> = {}): WantedOffer {
  return {
    stationId: station.id,
    kind: world.terms.kind,
    startsInMs: 5 * HOUR_MS,
    lengthMs: 2 * HOUR_MS,
    payCents: 9_000,
    ...change,
  }
}

export function openFeed({ world, platform, tokens }: Scene, tried: readonly TriedListing[] = []): OfferFeed {
  return platform.openFeed(tokens, world.variant, tried)
}

/** The feed of the other driver. */
export async function openRivalFeed({ world, platform }: Scene): Promise<OfferFeed> {
  return platform.openFeed(valueOf(await platform.signIn(world.rival)), world.variant)
}

/** Tokens that serve again after the driver's have run out. */
export async function renewTokens({ world, platform, tokens }: Scene): Promise<PlatformTokens> {
  return valueOf(await (world.tokensEnd ? platform.signIn(world.secret) : platform.refresh(tokens)))
}

/** The offer that a poll reports, and nothing else. */
export async function onlyOffer(feed: OfferFeed): Promise<Offer> {
  const [offer, ...others] = await fresh(feed)
  assert.ok(offer, 'no offer')
  assert.equal(others.length, 0)
  return offer
}

/** The block of a win, which is provisional where wins are read back. */
export function wonBlock({ platform }: Scene, result: AcceptResult): string {
  if (platform.capabilities.readBacks > 0) {
    assert.ok(result.outcome === 'waiting', JSON.stringify(result))
    assert.equal(result.waiting, 'provisional')
    return result.blockId
  }
  assert.ok(result.outcome === 'accepted', JSON.stringify(result))
  return result.blockId
}

/** What the driver holds of an offer, or waits for. */
export async function heldOf({ platform, tokens }: Scene, offerId: string): Promise<HeldBlock | undefined> {
  return valueOf(await platform.heldBlocks(tokens)).find((block) => isOfferOf(block.offerId, offerId))
}
