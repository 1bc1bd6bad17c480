import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSupply } from '../chaos/supply.ts'
import { seededRandom } from '../chaos/random.ts'
import type { Stretch } from './model.ts'
import type { Target } from './product.ts'

const HEALTH_EVERY_MS = 20
const OFFERS_EVERY_MS = 400
/** A request that takes longer is lost, and counts as this long. */
const LOST_MS = 20_000
/** Several callers, each far below the limit of one address. */
const CALLERS = ['127.0.0.1', '127.0.0.2', '127.0.0.3', '127.0.0.4']

/**
 * Checks health and places offers at a constant rate, regardless of the answers, so that delayed requests
 * count as delayed.
 */
export function createProbe(target: Target) {
  const agents = CALLERS.map((localAddress) => new Agent({ keepAlive: true, localAddress }))
  const supply = createSupply(target.fleet, target.drivers, seededRandom(7))
  let turn = 0

  function askHealth(): Promise<number | null> {
    const agent = agents[turn++ % agents.length]!
    const since = performance.now()
    return new Promise((resolve) => {
      const asked = get(`${target.url}/api/health`, { agent, timeout: LOST_MS }, (reply) => {
        reply.resume().once('end', () => resolve(reply.statusCode === 200 ? performance.now() - since : null))
      })
      asked.once('timeout', () => asked.destroy())
      asked.once('error', () => resolve(null))
    })
  }

  return {
    /** Measures for a given time. Memory is read at the end, while the attack still runs. */
    async watch(ms: number): Promise<Stretch> {
      target.platform.takeReactions()
      const since = { at: performance.now(), cpuMs: await target.readCpuMs() }
      const asked: Promise<number | null>[] = []
      let nextOffers = performance.now()
      for (const end = performance.now() + ms; performance.now() < end; await sleep(HEALTH_EVERY_MS)) {
        asked.push(askHealth())
        if (performance.now() < nextOffers) continue
        nextOffers += OFFERS_EVERY_MS
        void supply.placeRound().catch(() => {})
      }
      const cpuMs = (await target.readCpuMs()) - since.cpuMs
      const corePercent = (100 * cpuMs) / (performance.now() - since.at)
      const memoryMb = await target.readMemoryMb()
      const health = await Promise.all(asked)
      const lost = health.filter((each) => each === null).length
      return {
        healthMs: health.map((each) => each ?? LOST_MS),
        lost,
        reactionMs: target.platform.takeReactions(),
        memoryMb,
        corePercent,
      }
    },
    close(): void {
      for (const agent of agents) agent.destroy()
    },
  }
}
