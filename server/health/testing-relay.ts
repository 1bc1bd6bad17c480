import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

/** A database that a test can silence: connections stay open, and nothing passes any more. */
export type Relay = { url: string; silence(): void; speak(): void; close(): Promise<void> }

/** Starts a relay to the database at `url`. */
export async function startRelay(url: string): Promise<Relay> {
  const target = new URL(url)
  const folder = target.searchParams.get('host')
  const reach = (): Socket =>
    folder === null
      ? connect(Number(target.port), target.hostname)
      : connect(`${folder}/.s.PGSQL.${target.port || 5432}`)
  const sockets = new Set<Socket>()
  let silent = false
  const server = createServer((near) => {
    const far = reach()
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      if (silent) from.pause()
      from.on('data', (data) => to.write(data))
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const through = new URL(url)
  through.searchParams.delete('host')
  through.hostname = '127.0.0.1'
  through.port = String((server.address() as AddressInfo).port)
  return {
    url: through.href,
    silence() {
      silent = true
      for (const socket of sockets) socket.pause()
    },
    speak() {
      silent = false
      for (const socket of sockets) socket.resume()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}
