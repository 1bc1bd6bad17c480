import { withEventMeta } from '@orpc/server'
import type { Clock } from '../kit/clock.ts'
import type { Line, Viewer } from '../kit/live.ts'

/** The viewer, and how long they may watch. */
export type Watch = { driverId: string; sessionId: string; signal: AbortSignal | undefined }

type StreamsDeps = {
  clock: Clock
  /** Whether a session is still valid. */
  isLive(sessionId: string): Promise<boolean>
  perDriver: number
  /** How often each stream's session is checked. */
  recheckMs: number
}

/** Open streams of this process: counted per driver, ended with their session. */
export function createStreams({ clock, isLive, perDriver, recheckMs }: StreamsDeps) {
  const open = new Set<Watch & { end: () => void }>()

  /**
   * Streams a viewer's lines, each with its number as the event's id, until caller, session or server ends
   * it. One too many ends the driver's oldest: a phone that changed its network leaves dead streams behind.
   */
  async function stream<L extends Line>(
    watch: Watch,
    openViewer: () => Promise<Viewer<L>>,
  ): Promise<AsyncGenerator<L>> {
    const mine = [...open].filter((each) => each.driverId === watch.driverId)
    for (const oldest of mine.slice(0, Math.max(0, mine.length + 1 - perDriver))) oldest.end()
    let viewer: Viewer<L> | null = null
    let cancelRecheck: (() => void) | null = null
    const entry = {
      ...watch,
      end() {
        open.delete(entry)
        cancelRecheck?.()
        watch.signal?.removeEventListener('abort', entry.end)
        viewer?.close()
      },
    }
    open.add(entry)
    watch.signal?.addEventListener('abort', entry.end, { once: true })
    try {
      viewer = await openViewer()
    } catch (error) {
      entry.end()
      throw error
    }
    if (watch.signal?.aborted || !open.has(entry)) entry.end()
    else cancelRecheck = recheck(watch.sessionId, entry.end)
    return readLines(viewer, () => open.has(entry), entry.end)
  }

  function recheck(sessionId: string, end: () => void): () => void {
    let cancel: (() => void) | null = null
    const arm = (): void => {
      cancel = clock.after(recheckMs, () => {
        // A database outage is no reason to disconnect anyone.
        isLive(sessionId).then((live) => (live ? arm() : end()), arm)
      })
    }
    arm()
    return () => cancel?.()
  }

  return {
    stream,
    /** The session has ended. */
    endSession(sessionId: string): void {
      for (const each of open) if (each.sessionId === sessionId) each.end()
    },
    endAll(): void {
      for (const each of open) each.end()
    },
    size: () => open.size,
  }
}

export type Streams = ReturnType<typeof createStreams>

async function* readLines<L extends Line>(
  viewer: Viewer<L>,
  isOpen: () => boolean,
  end: () => void,
): AsyncGenerator<L> {
  try {
    while (isOpen())
      for (const line of await viewer.next()) {
        if (!isOpen()) return
        yield withEventMeta(line, { id: String(line.seq) })
      }
  } finally {
    end()
  }
}
