import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

/** A database that a test can keep from its work. */
export type Relay = {
  url: string
  /** Connections stay open, and nothing passes any more. */
  silence(): void
  /** Connections end, and new ones are refused as by a server that has none left. */
  refuse(): void
  /** Answers take this many ms. */
  slow(ms: number): void
  /** As before. */
  speak(): void
  close(): Promise<void>
}

/** How PostgreSQL refuses a connection, in its own format: FATAL, SQLSTATE 53300. */
const REFUSAL = (() => {
  const fields = ['SFATAL', 'VFATAL', 'C53300', 'Msorry, too many clients already', '']
  const body = Buffer.from(fields.map((field) => `${field}\0`).join(''))
  const head = Buffer.from('E....')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
})()

/** Starts a relay to the database at `url`. */
export async function startRelay(url: string): Promise<Relay> {
  const target = new URL(url)
  const folder = target.searchParams.get('host')
  const reach = (): Socket =>
    folder === null
      ? connect(Number(target.port), target.hostname)
      : connect(`${folder}/.s.PGSQL.${target.port || 5432}`)
  const sockets = new Set<Socket>()
  let [silent, refuses, slowMs] = [false, false, 0]
  const server = createServer((near) => {
    near.on('error', () => near.destroy())
    if (refuses) return void near.once('data', () => near.end(REFUSAL))
    const far = reach()
    const late = (data: Buffer): void => {
      if (slowMs === 0) near.write(data)
      else setTimeout(() => near.destroyed || near.write(data), slowMs)
    }
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      if (silent) from.pause()
      from.on('data', from === far ? late : (data) => to.write(data))
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
    refuse() {
      refuses = true
      for (const socket of sockets) socket.destroy()
    },
    slow(ms) {
      slowMs = ms
    },
    speak() {
      ;[silent, refuses, slowMs] = [false, false, 0]
      for (const socket of sockets) socket.resume()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}
