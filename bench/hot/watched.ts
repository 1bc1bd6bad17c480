import { systemClock } from '@madruga/server/kit/clock.ts'
import { createMetrics } from '@madruga/server/ops/metrics.ts'
import { createMarketPlatform } from '@madruga/server/platforms.ts'
import { serveSearches } from './searches.ts'

/** The hot path with metrics on. */
const metrics = createMetrics({ role: 'bot', version: '0.0.0', token: 'a-token-of-the-bench' })

serveSearches((url) => {
  const platform = createMarketPlatform({ url, clock: systemClock })
  return (tokens) => platform.openFeed(tokens, 'amazon')
}, metrics.countSearches)
