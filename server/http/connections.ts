import type { Socket } from 'node:net'
import type { Clock } from '../kit/clock.ts'
import { addressShares, perAddress as inShares } from '../kit/limits.ts'

type ConnectionsDeps = {
  clock: Clock
  /**
   * Open connections per address (an IPv6 /64); behind a proxy, which holds all connections, requests in
   * flight.
   */
  perAddress: number
  trustProxy: boolean
}

/** Pending output of a connection: since when, and how much had been sent by then. */
type Backlog = { since: number; bytes: number; written: number }

const SWEEP_MS = 5_000
/** The minimum time for a reader, */
const GRACE_MS = 30_000
/** plus the time that a line of 4 KB a second would take, far slower than the worst phone. */
const BYTES_PER_MS = 4

const REFUSAL = [
  'HTTP/1.1 429 Too Many Requests',
  'Connection: close',
  'Retry-After: 30',
  'Content-Length: 0',
  '\r\n',
].join('\r\n')

/** Whether a reader has had more time for its output than any honest connection needs. */
export function isTooSlow(bytes: number, waitedMs: number): boolean {
  return waitedMs > GRACE_MS + bytes / BYTES_PER_MS
}

/**
 * Open connections, limited per address, without readers that do not read. Output waits in this process, one
 * answer per connection, so a reader that never takes it would hold memory forever.
 */
export function createConnections({ clock, perAddress, trustProxy }: ConnectionsDeps) {
  const open = new Map<Socket, Backlog | null>()
  const held = new Map<string, number>()
  const { points: most } = inShares({ points: perAddress, windowS: 0 })
  let cancelSweep: (() => void) | null = null

  /** Counts one; null if the address holds too many, otherwise the function that returns it. */
  function hold(address: string): (() => void) | null {
    const shares = addressShares(address)
    if (shares.some(({ key, points }) => (held.get(key) ?? 0) + points > most)) return null
    for (const { key, points } of shares) held.set(key, (held.get(key) ?? 0) + points)
    return () => {
      for (const { key, points } of shares) {
        const left = (held.get(key) ?? 0) - points
        if (left > 0) held.set(key, left)
        else held.delete(key)
      }
    }
  }

  function sweep(): void {
    const now = clock.now()
    for (const [socket, backlog] of open) {
      if (socket.writableLength === 0) open.set(socket, null)
      else if (backlog === null)
        open.set(socket, { since: now, bytes: socket.writableLength, written: socket.bytesWritten })
      else if (isTooSlow(backlog.bytes + socket.bytesWritten - backlog.written, now - backlog.since))
        socket.destroy()
    }
    arm()
  }

  function arm(): void {
    cancelSweep = open.size > 0 ? clock.after(SWEEP_MS, sweep) : null
  }

  return {
    /** Accepts a connection, or closes it at once. */
    take(socket: Socket): void {
      const giveBack = trustProxy ? () => {} : hold(socket.remoteAddress ?? '')
      if (giveBack === null) {
        socket.write(REFUSAL)
        socket.destroy()
        return
      }
      open.set(socket, null)
      socket.once('close', () => {
        open.delete(socket)
        giveBack()
      })
      if (cancelSweep === null) arm()
    },
    /** Counts a request from a proxy of ours; null if its address has too many in flight. */
    enter: (address: string): (() => void) | null => (trustProxy ? hold(address) : () => {}),
    size: () => open.size,
    close(): void {
      cancelSweep?.()
    },
  }
}

export type Connections = ReturnType<typeof createConnections>
