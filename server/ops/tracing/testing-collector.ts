import { createServer } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A span as it arrived. */
export type ReceivedSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Record<string, unknown>
  events: string[]
  failed: boolean
  resource: Record<string, unknown>
}

/** A collector that keeps what it receives by OTLP over HTTP. */
export type Collector = {
  url: string
  spans: ReceivedSpan[]
  headers: IncomingHttpHeaders[]
  close(): Promise<void>
}

type Pair = { key: string; value: Record<string, unknown> }
type Wire = {
  resourceSpans: {
    resource: { attributes: Pair[] }
    scopeSpans: {
      spans: (Omit<ReceivedSpan, 'attributes' | 'events'> & {
        attributes: Pair[]
        events: { name: string }[]
        status: { code?: number }
      })[]
    }[]
  }[]
}

/** Starts one on a free port. */
export async function startCollector(): Promise<Collector> {
  const spans: ReceivedSpan[] = []
  const headers: IncomingHttpHeaders[] = []
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      headers.push(request.headers)
      if (request.url === '/v1/traces')
        spans.push(...read(JSON.parse(Buffer.concat(pieces).toString()) as Wire))
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`,
    spans,
    headers,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

function read({ resourceSpans }: Wire): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        ...span,
        attributes: valuesOf(span.attributes),
        events: span.events.map(({ name }) => name),
        failed: span.status.code === 2,
        resource: valuesOf(resource.attributes),
      })),
    ),
  )
}

function valuesOf(pairs: readonly Pair[]): Record<string, unknown> {
  return Object.fromEntries(pairs.map(({ key, value }) => [key, Object.values(value)[0]]))
}
