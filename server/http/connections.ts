import type { Socket } from 'node:net'
import { addressGroup } from '../kit/http.ts'
import type { Clock } from '../kit/clock.ts'

type ConnectionsDeps = {
  clock: Clock
  /**
   * Connections that an address (an IPv6 /64) holds at once; behind a proxy, whose connections they all are,
   * its requests under way.
   */
  perAddress: number
  trustProxy: boolean
}

/** What waits to be sent on a connection: since when, and how much it was by now. */
type Backlog = { since: number; bytes: number; written: number }

const SWEEP_MS = 5_000
/** A reader gets this long whatever they are sent, */
const GRACE_MS = 30_000
/** and besides as long as a line of 4 KB a second would take, far less than the worst of phones has. */
const BYTES_PER_MS = 4

const REFUSAL = [
  'HTTP/1.1 429 Too Many Requests',
  'Connection: close',
  'Retry-After: 30',
  'Content-Length: 0',
  '\r\n',
].join('\r\n')

/** Whether a reader has had more time for what was sent than any honest line takes. */
export function isTooSlow(bytes: number, waitedMs: number): boolean {
  return waitedMs > GRACE_MS + bytes / BYTES_PER_MS
}

/**
 * Open connections: so many per address, and none kept whose reader does not read. What is sent waits in this
 * process, one answer for each, so a reader who never takes it would hold memory for as long as they like.
 */
export function createConnections({ clock, perAddress, trustProxy }: ConnectionsDeps) {
  const open = new Map<Socket, Backlog | null>()
  const held = new Map<string, number>()
  let cancelSweep: (() => void) | null = null

  /** Counts one; null where the address holds too many, otherwise what gives it back. */
  function hold(address: string): (() => void) | null {
    const group = addressGroup(address)
    const count = held.get(group) ?? 0
    if (count >= perAddress) return null
    held.set(group, count + 1)
    return () => {
      const left = (held.get(group) ?? 1) - 1
      if (left > 0) held.set(group, left)
      else held.delete(group)
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
    /** Takes a connection in, or closes it at once. */
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
    /** Counts a request that a proxy of ours passed on; null where its address has too many under way. */
    enter: (address: string): (() => void) | null => (trustProxy ? hold(address) : () => {}),
    size: () => open.size,
    close(): void {
      cancelSweep?.()
    },
  }
}

export type Connections = ReturnType<typeof createConnections>
