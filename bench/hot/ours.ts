import { systemClock } from '@madruga/server/kit/clock.ts'
import { createMarketPlatform } from '@madruga/server/platforms.ts'
import { serveSearches } from './searches.ts'

/** The product's hot path as it is: adapter, searcher, compiled filters. */
serveSearches((url) => {
  const platform = createMarketPlatform({ url, clock: systemClock })
  return (tokens) => platform.openFeed(tokens, 'amazon')
})
