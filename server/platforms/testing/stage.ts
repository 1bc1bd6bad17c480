import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pollOnce } from '../contract.ts'
import type { Polled } from '../contract.ts'
import { createMarketPlatform } from '../adapters/market.ts'
import type { MarketPlatform } from '../adapters/market.ts'
import type { OfferFeed, PlatformTokens } from '../model.ts'
import { listOf, replyWith, startRawServer, wireOffer } from './raw-server.ts'
import type { Behaviour, RawServer } from './raw-server.ts'
import { createTurnedClock } from './turned-clock.ts'

export const TOKENS: PlatformTokens = {
  accessToken: 'token',
  refreshToken: 'refresh',
  expiresAt: 0,
  platformDriverId: 'driver',
}

/** The market adapter before a platform without manners. */
export type Stage = {
  server: RawServer
  platform: MarketPlatform
  feed: OfferFeed
  clock: ReturnType<typeof createTurnedClock>
}

/** One test on its own stage; a busy machine answers within `callTimeoutMs`. */
export function hostile(title: string, play: (stage: Stage) => Promise<void>, callTimeoutMs = 10_000): void {
  test(title, { timeout: 20_000 }, async () => {
    const server = await startRawServer()
    const clock = createTurnedClock()
    const platform = createMarketPlatform({ url: server.url, clock, callTimeoutMs })
    try {
      await play({ server, platform, clock, feed: platform.openFeed(TOKENS, 'amazon') })
    } finally {
      await platform.close()
      await server.close()
    }
  })
}

/** The same reply to every request. */
export const always =
  (reply: string | Buffer): Behaviour =>
  (socket) =>
    socket.write(reply)

/** The ids of the offers that a poll reported. */
export function ids(polled: Polled): string[] {
  assert.equal(polled.kind, 'offers', JSON.stringify(polled))
  return polled.kind === 'offers' ? polled.offers.map((offer) => offer.id) : []
}

/** After anything, a good reply is read as one. */
export async function recovers({ server, feed }: Stage): Promise<void> {
  server.behave(always(replyWith(listOf(wireOffer('afterwards')))))
  assert.deepEqual(ids(await pollOnce(feed)), ['afterwards'])
}
