import { withEventMeta } from '@orpc/server'
import { AppError } from '@madruga/core/errors.ts'
import type { Clock } from '../kit/clock.ts'
import type { Line, Viewer } from '../kit/live.ts'

/** Who watches, and until when they may. */
export type Watch = { driverId: string; sessionId: string; signal: AbortSignal | undefined }

type StreamsDeps = {
  clock: Clock
  /** Whether a session still holds. */
  isLive(sessionId: string): Promise<boolean>
  perDriver: number
  /** How often each stream's session is looked at. */
  recheckMs: number
}

/** Open streams of this process: counted by driver, ended with their session. */
export function createStreams({ clock, isLive, perDriver, recheckMs }: StreamsDeps) {
  const open = new Set<Watch & { end: () => void }>()

  /** Streams a viewer's lines, each with its number as the event's id, until caller, session or server ends it. */
  async function* stream<L extends Line>(
    watch: Watch,
    openViewer: () => Promise<Viewer<L>>,
  ): AsyncGenerator<L> {
    const mine = [...open].filter((each) => each.driverId === watch.driverId)
    if (mine.length >= perDriver) throw new AppError('request.too_many', { retryAfterSeconds: 10 })
    let viewer: Viewer<L> | null = null
    let ended = watch.signal?.aborted ?? false
    const end = () => {
      ended = true
      viewer?.close()
    }
    const entry = { ...watch, end }
    open.add(entry)
    watch.signal?.addEventListener('abort', end, { once: true })
    const cancelRecheck = recheck(watch.sessionId, end)
    try {
      viewer = await openViewer()
      while (!ended) {
        for (const line of await viewer.next()) {
          if (ended) return
          yield withEventMeta(line, { id: String(line.seq) })
        }
      }
    } finally {
      cancelRecheck()
      watch.signal?.removeEventListener('abort', end)
      open.delete(entry)
      viewer?.close()
    }
  }

  function recheck(sessionId: string, end: () => void): () => void {
    let cancel = (): void => {}
    const arm = (): void => {
      cancel = clock.after(recheckMs, () => {
        // A database that does not answer now is no reason to turn anyone away.
        isLive(sessionId).then((live) => (live ? arm() : end()), arm)
      })
    }
    arm()
    return () => cancel()
  }

  return {
    stream,
    /** The session is over. */
    endSession(sessionId: string): void {
      for (const each of [...open]) if (each.sessionId === sessionId) each.end()
    },
    endAll(): void {
      for (const each of [...open]) each.end()
    },
    size: () => open.size,
  }
}

export type Streams = ReturnType<typeof createStreams>
