import type { Clock } from '../../kit/clock.ts'
import { Connection } from './connection.ts'
import type { ConnectionOwner, Exchange, WireTarget } from './connection.ts'

/** How often time-outs are looked at: their precision. */
const SWEEP_MS = 100

/** All keep-alive sockets to one host, shared by every feed. */
export type ConnectionPool = {
  /**
   * Sends now, or, for polls only, when a socket comes free. Polls take the socket that rested longest, so
   * that all stay warm, and never the last `reserved` free ones; an urgent exchange takes the one that
   * answered last, or opens a further one.
   */
  send(exchange: Exchange, urgent: boolean): void
  /** Takes back an exchange that waits for a socket, without a word to it; one that was sent is past that. */
  withdraw(exchange: Exchange): void
  figures(): { open: number; idle: number; waiting: number; resent: number }
  /** Ends every socket; what is under way fails as unavailable. */
  close(): void
}

export type ConnectionPoolOptions = WireTarget & { connections: number; reserved: number; clock: Clock }

export function createConnectionPool(options: ConnectionPoolOptions): ConnectionPool {
  const { connections, reserved, clock } = options
  const open = new Set<Connection>()
  /** Longest rested first. */
  const idle: Connection[] = []
  const waiting: { exchange: Exchange; deadlineTick: number }[] = []
  let tick = 0
  let resent = 0
  let sweeping = false
  let closed = false

  const owner: ConnectionOwner = {
    freed: (connection) => void idle.push(connection),
    reading: pump,
    gone(connection, orphan) {
      open.delete(connection)
      const at = idle.indexOf(connection)
      if (at >= 0) idle.splice(at, 1)
      if (orphan !== null) {
        resent++
        start(new Connection(options, owner), orphan)
      } else if (waiting.length > 0) queueMicrotask(pump)
    },
  }

  function start(connection: Connection, exchange: Exchange): void {
    open.add(connection)
    connection.deadlineTick = tick + Math.max(1, Math.floor(exchange.timeoutMs / SWEEP_MS))
    connection.send(exchange)
    if (!sweeping) {
      sweeping = true
      clock.after(SWEEP_MS, sweep)
    }
  }

  function pollSocket(): Connection | null {
    if (idle.length > reserved) return idle.shift()!
    return open.size < connections ? new Connection(options, owner) : null
  }

  function pump(): void {
    while (waiting.length > 0) {
      const connection = pollSocket()
      if (connection === null) return
      start(connection, waiting.shift()!.exchange)
    }
  }

  function sweep(): void {
    tick++
    const late = waiting.filter((one) => tick >= one.deadlineTick)
    for (const one of late) {
      waiting.splice(waiting.indexOf(one), 1)
      one.exchange.failed('unavailable', false, 'no free connection in time')
    }
    let busy = false
    for (const connection of open) {
      if (!connection.busy) continue
      if (tick >= connection.deadlineTick) connection.fail('unavailable', 'no answer in time')
      else busy = true
    }
    sweeping = !closed && (busy || waiting.length > 0)
    if (sweeping) clock.after(SWEEP_MS, sweep)
  }

  return {
    send(exchange, urgent) {
      if (closed) {
        exchange.failed('unavailable', false, 'closed')
        return
      }
      const connection = urgent ? (idle.pop() ?? new Connection(options, owner)) : pollSocket()
      if (connection !== null) start(connection, exchange)
      else
        waiting.push({
          exchange,
          deadlineTick: tick + Math.max(1, Math.floor(exchange.timeoutMs / SWEEP_MS)),
        })
    },
    withdraw(exchange) {
      const at = waiting.findIndex((one) => one.exchange === exchange)
      if (at >= 0) waiting.splice(at, 1)
    },
    figures: () => ({ open: open.size, idle: idle.length, waiting: waiting.length, resent }),
    close() {
      closed = true
      for (const one of waiting.splice(0)) one.exchange.failed('unavailable', false, 'closed')
      for (const connection of open) connection.fail('unavailable', 'closed')
    },
  }
}
