import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'

/** What a hostile platform does with one request; `number` counts requests from 1. */
export type Behaviour = (socket: Socket, request: string, number: number) => void

/** A platform without manners: raw sockets and no HTTP of its own. */
export type RawServer = {
  url: string
  requests: string[]
  connections(): number
  behave(behaviour: Behaviour): void
  close(): Promise<void>
}

export async function startRawServer(server: Server = createServer()): Promise<RawServer> {
  const sockets = new Set<Socket>()
  const requests: string[] = []
  let behaviour: Behaviour | null = null
  let connections = 0
  const serve = (socket: Socket) => {
    connections++
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    socket.on('data', (bytes) => {
      requests.push(bytes.toString('latin1'))
      behaviour?.(socket, bytes.toString('latin1'), requests.length)
    })
  }
  const secure = 'setSecureContext' in server
  server.on(secure ? 'secureConnection' : 'connection', serve)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `${secure ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    connections: () => connections,
    behave(next) {
      behaviour = next
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A whole reply with its length. */
export function replyWith(body: string, status = '200 OK', fields = ''): string {
  return `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\n${fields}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

/** One offer as the market writes it, with changes. */
export function wireOffer(id: string, change: Record<string, unknown> = {}): string {
  return JSON.stringify({
    offerId: id,
    stationId: 'st-1',
    kind: 'block',
    start: '2026-11-04T18:00:00.000Z',
    end: '2026-11-04T20:00:00.000Z',
    payCents: 7_200,
    tipCents: 0,
    miles: 12.5,
    expiresAt: '2026-11-04T17:00:00.000Z',
    ...change,
  })
}

export function listOf(...offers: string[]): string {
  return `{"offers":[${offers.join(',')}]}`
}
