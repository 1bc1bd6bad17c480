import { createRequire } from 'node:module'
import { startMarket } from './running-market.ts'

/** The part of autocannon used here; the package has no types of its own. */
type Autocannon = (options: {
  url: string
  connections: number
  workers: number
  duration: number
  requests: { path: string; headers: Record<string, string> }[]
}) => Promise<{ '2xx': number; non2xx: number; errors: number; latency: { p50: number; p99: number } }>
const autocannon = createRequire(import.meta.url)('autocannon') as Autocannon

/**
 * How many polls a second the market serves on one core, with ten offers per reply. Run: sh scripts/node
 * simulator/poll.bench.ts [drivers] [seconds]. The load comes from worker threads of this process, so the
 * relevant figure is CPU per poll of the market's own thread, and the rate that it allows on a whole core.
 */
const DRIVERS = Number(process.argv[2] ?? 500)
const SECONDS = Number(process.argv[3] ?? 8)
const OFFERS = 10

const running = await startMarket({ scenario: 'quiet' })
const { market, url } = running
market.setFaults({}, 1e12)
const metro = 'los-angeles'
const tokens = Array.from({ length: DRIVERS }, (_, index) => {
  const email = `driver${index}@bench.test`
  market.rules.openAccount(market.world, { email, password: 'bench', variant: 'amazon', metro })
  return market.rules.signIn(market.world, email, 'bench').accessToken
})
const start = Math.ceil(market.world.now / 900_000) * 900_000 + 86_400_000
for (let index = 0; index < OFFERS; index++) {
  const terms = { kind: 'block' as const, start, end: start + 3 * 3_600_000, payCents: 7_200, tipCents: 0 }
  market.rules.placeOffer(market.world, { stationId: 'st-vax2', terms })
}

for (const lane of ['fast', 'plain'] as const) await measure(lane)
await running.stop()

/** The slow path of a connection that also makes other calls: an unused query parameter leads there. */
async function measure(lane: 'fast' | 'plain'): Promise<void> {
  const path = lane === 'fast' ? '/v1/offers' : '/v1/offers?lane=plain'
  const before = process.threadCpuUsage()
  const began = performance.now()
  const result = await autocannon({
    url,
    connections: 64,
    workers: 1,
    duration: SECONDS,
    requests: tokens.map((token) => ({ path, headers: { authorization: `Bearer ${token}` } })),
  })
  const wallMs = performance.now() - began
  const cpu = process.threadCpuUsage(before)
  const cpuMs = (cpu.user + cpu.system) / 1_000
  const polls = result['2xx']
  const cpuUs = (cpuMs * 1_000) / polls
  console.log(
    `${lane.padEnd(5)} ${Math.round(polls / (wallMs / 1_000))} polls/s with ${((cpuMs / wallMs) * 100).toFixed(0)}% of a core, ` +
      `${cpuUs.toFixed(1)} us CPU a poll, room for ${Math.round(1e6 / cpuUs)} polls/s on one core; ` +
      `${result.non2xx} refused, ${result.errors} errors, p50 ${result.latency.p50} ms, p99 ${result.latency.p99} ms`,
  )
}
