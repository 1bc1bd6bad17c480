import type { IncomingMessage, ServerResponse } from 'node:http'
import { openStream } from '../market.ts'
import type { Job, Market } from '../market.ts'

/**
 * The announcements of jobs, a line of JSON each, over a response that stays open. By the scenario's dice one
 * is lost, late or doubled.
 */
export function openHints(
  getMarket: () => Market,
): (request: IncomingMessage, response: ServerResponse) => void {
  const listeners = new Set<{ metroId: string; response: ServerResponse }>()
  const watched = new WeakSet<object>()
  const send = (job: Job): void => {
    for (const { metroId, response } of listeners)
      if (metroId === job.station.metroId) response.write(`${JSON.stringify({ jobId: job.jobId })}\n`)
  }
  const watch = (market: Market): void => {
    const { world } = market
    if (watched.has(world.courier)) return
    watched.add(world.courier)
    let count = 0
    world.courier.announce = (job) => {
      if (world.courier.levers.lost) return
      const { lostShare, lateShare, doubledShare } = world.scenario.courier
      const random = openStream(world.seed, 'hint', job.jobId, ++count)
      if (random() < lostShare) return
      if (random() < lateShare) world.queue.push(world.now + Math.round(random() * 5_000), () => send(job))
      else send(job)
      if (random() < doubledShare) send(job)
    }
  }
  return (request: IncomingMessage, response: ServerResponse) => {
    const market = getMarket()
    watch(market)
    const token = /^bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
    const session = token === undefined ? undefined : market.world.sessions.get(token)
    if (session === undefined || session.expiresAt <= market.world.now) {
      response.writeHead(401, { 'Content-Type': 'application/json' })
      response.end('{"error":{"code":"expired_token","message":"The token has expired."}}')
      return
    }
    const listener = { metroId: session.driver.metroId, response }
    response.writeHead(200, { 'Content-Type': 'application/x-ndjson', 'Cache-Control': 'no-store' })
    response.flushHeaders()
    listeners.add(listener)
    response.on('close', () => listeners.delete(listener))
  }
}
