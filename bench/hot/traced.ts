import { systemClock } from '@madruga/server/kit/clock.ts'
import { startTracing } from '@madruga/server/kit/tracing.ts'
import { createMetrics } from '@madruga/server/ops/metrics.ts'
import { createMarketPlatform } from '@madruga/server/platforms.ts'
import { traceSearches } from '@madruga/server/ops/tracing.ts'
import { serveSearches } from './searches.ts'

/** The hot path with metrics and traces on; no one listens where the spans go. */
const metrics = createMetrics({ role: 'bot', version: '0.0.0', token: 'a-token-of-the-bench' })
const tracing = { url: 'http://127.0.0.1:1/v1/traces', headers: {}, resource: {} }
const trace = traceSearches(await startTracing(tracing))

serveSearches(
  (url) => {
    const platform = createMarketPlatform({ url, clock: systemClock })
    return (tokens) => platform.openFeed(tokens, 'amazon')
  },
  (hooks) => metrics.countSearches(trace(hooks)),
)
