import type { Clock } from './clock.ts'

export { listenChannel } from './live/listen.ts'

/** A numbered line of some key's stream; numbers ascend without gaps per key. */
export type Line = { seq: number }

/** Where a viewer stands. */
export type Cursor = { key: string; after: number }

/** One open stream. */
export type Viewer<L extends Line> = {
  /** The next lines, oldest first, as soon as there are any; an empty list once it is closed. One call at a time. */
  next(): Promise<L[]>
  close(): void
}

/** Follows numbered streams for those who look at them, and asks nothing while nobody does. */
export type Tail<L extends Line> = {
  open(key: string, after: number): Viewer<L>
  /** Something was just written under this key: look now instead of at the next tick. */
  wake(key: string): void
  /** Open viewers. */
  size(): number
  close(): void
}

type TailDeps<L extends Line> = {
  /** The next lines of every cursor, in the cursors' order, in one query; up to `limit` each. */
  read(cursors: readonly Cursor[], limit: number): Promise<L[][]>
  clock: Clock
  pollMs?: number
  batch?: number
  /** Told of a read that failed; it is tried again at the next tick. */
  onFault?: (error: unknown) => void
}

type Waiting<L extends Line> = Cursor & {
  deliver: ((lines: L[]) => void) | null
  /** New, or known to be behind: read for at once instead of at the next tick. */
  eager: boolean
  closed: boolean
}

/**
 * A tail that reads what comes after each viewer's own number, so that nothing is lost or doubled whatever the order of
 * wake-ups. A viewer is read for only while it waits: a slow one holds up nobody and piles up nothing.
 */
export function createTail<L extends Line>(deps: TailDeps<L>): Tail<L> {
  const { read, clock, pollMs = 250, batch = 500, onFault = () => {} } = deps
  const viewers = new Set<Waiting<L>>()
  let cancelTimer: (() => void) | null = null
  let reading = false
  let again = false

  const waiting = () => [...viewers].filter((viewer) => viewer.deliver !== null)

  const schedule = (): void => {
    if (cancelTimer || reading || waiting().length === 0) return
    cancelTimer = clock.after(pollMs, () => {
      cancelTimer = null
      void poll()
    })
  }

  const poll = async (): Promise<void> => {
    if (reading) {
      again = true
      return
    }
    cancelTimer?.()
    cancelTimer = null
    const asked = waiting()
    if (asked.length === 0) return
    reading = true
    again = false
    try {
      const found = await read(
        asked.map(({ key, after }) => ({ key, after })),
        batch,
      )
      for (const [place, viewer] of asked.entries()) settle(viewer, found[place] ?? [])
    } catch (error) {
      onFault(error)
    } finally {
      reading = false
    }
    if (again) await poll()
    else schedule()
  }

  const settle = (viewer: Waiting<L>, lines: L[]): void => {
    const last = lines.at(-1)
    const deliver = viewer.deliver
    if (!last || !deliver || viewer.closed) return
    viewer.after = last.seq
    viewer.eager = lines.length === batch
    viewer.deliver = null
    deliver(lines)
  }

  const closeViewer = (viewer: Waiting<L>): void => {
    viewer.closed = true
    viewers.delete(viewer)
    viewer.deliver?.([])
    viewer.deliver = null
  }

  return {
    open(key, after) {
      const viewer: Waiting<L> = { key, after, deliver: null, eager: true, closed: false }
      viewers.add(viewer)
      return {
        next: () =>
          new Promise((resolve) => {
            if (viewer.closed) return resolve([])
            viewer.deliver = resolve
            if (viewer.eager) void poll()
            else schedule()
          }),
        close: () => closeViewer(viewer),
      }
    },
    wake(key) {
      if ([...viewers].some((viewer) => viewer.key === key)) void poll()
    },
    size: () => viewers.size,
    close() {
      cancelTimer?.()
      cancelTimer = null
      for (const viewer of viewers) closeViewer(viewer)
    },
  }
}
