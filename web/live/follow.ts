import type { LogEntry } from '@madruga/core/events.ts'

export type Connection = 'connecting' | 'live' | 'reconnecting' | 'offline' | 'closed'

/** External dependencies of following the log. */
export type FollowDeps = {
  /** The first page; called until it succeeds once. */
  open: (signal: AbortSignal) => Promise<void>
  /** The number after which to continue; null until the first page is loaded. */
  lastSeq: () => number | null
  stream: (after: number, signal: AbortSignal) => Promise<AsyncIterable<LogEntry>>
  onLine: (line: LogEntry) => void
  onConnection: (connection: Connection) => void
  online: () => boolean
  /** Waits, but no longer than until the network returns or the signal aborts. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>
  /** Whether an error ends the following permanently (signed out). */
  isFinal: (thrown: unknown) => boolean
}

/** The delay after this many consecutive failures: 0.5 s doubling to 15 s. */
export function backoffMs(failures: number): number {
  return Math.min(15_000, 500 * 2 ** Math.min(failures, 10))
}

/**
 * Follows the log until the signal aborts: the first page, then the stream from the last known number, again
 * after every break. Nothing is missed, since each stream begins after the last received line.
 */
export async function followLog(
  deps: FollowDeps,
  signal: AbortSignal,
  restart: () => AbortSignal,
): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    const attempt = AbortSignal.any([signal, restart()])
    try {
      if (deps.lastSeq() === null) await deps.open(attempt)
      const lines = await deps.stream(deps.lastSeq() ?? 0, attempt)
      deps.onConnection('live')
      for await (const line of lines) {
        failures = 0
        deps.onLine(line)
      }
    } catch (error) {
      if (deps.isFinal(error)) break
    }
    if (signal.aborted) break
    deps.onConnection(deps.online() ? 'reconnecting' : 'offline')
    await deps.pause(backoffMs(failures), signal)
    failures += 1
  }
  deps.onConnection('closed')
}
