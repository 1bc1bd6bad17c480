import { createHash, timingSafeEqual } from 'node:crypto'
import type { Security } from '../security.ts'

/**
 * Counters of this process in Prometheus format, for holders of the token. An address is no proof: requests
 * through a proxy or a tunnel on this machine come from this machine too. Without a token they are closed.
 */
export function createMetrics(
  token: string | null,
  gauges: Record<string, () => number>,
  security: Pick<Security, 'counts'>,
) {
  const requests = new Map<string, number>()
  const expected = token === null ? null : digest(`Bearer ${token}`)
  return {
    /** Whether an `Authorization` header is valid. */
    isOpenTo: (authorization: string | undefined): boolean =>
      expected !== null && timingSafeEqual(digest(authorization ?? ''), expected),
    /** Counts one finished request. */
    count(operation: string, status: number): void {
      const labels = `operation="${operation}",status="${status}"`
      requests.set(labels, (requests.get(labels) ?? 0) + 1)
    },
    /** The exposition text. */
    write(): string {
      const lines = ['# TYPE madruga_http_requests_total counter']
      for (const [labels, count] of requests) lines.push(`madruga_http_requests_total{${labels}} ${count}`)
      lines.push('# TYPE madruga_security_events_total counter')
      for (const [kind, count] of Object.entries(security.counts()))
        lines.push(`madruga_security_events_total{event="${kind}"} ${count}`)
      const memory = process.memoryUsage()
      const values = {
        ...Object.fromEntries(Object.entries(gauges).map(([name, read]) => [`madruga_${name}`, read()])),
        process_resident_memory_bytes: memory.rss,
        process_heap_bytes: memory.heapUsed,
        process_uptime_seconds: Math.round(process.uptime()),
      }
      for (const [name, value] of Object.entries(values))
        lines.push(`# TYPE ${name} gauge`, `${name} ${value}`)
      return `${lines.join('\n')}\n`
    },
  }
}

export type Metrics = ReturnType<typeof createMetrics>

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
