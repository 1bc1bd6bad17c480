import type { Clock } from './clock.ts'

export { listenChannel } from './live/listen.ts'

/** A numbered line of some key's stream; numbers ascend without gaps per key. */
export type Line = { seq: number }

/** Where a viewer stands. */
export type Cursor = { key: string; after: number }

/** One open stream. */
export type Viewer<L extends Line> = {
  /**
   * The next lines, oldest first, as soon as there are any; an empty list once it is closed. One call at a
   * time.
   */
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
  /** Told of the first read that failed; reads are tried again, less often, until one succeeds. */
  onFault?: (error: unknown) => void
}

type Waiting<L extends Line> = Cursor & {
  deliver: ((lines: L[]) => void) | null
  /** New, or known to be behind: read for at once instead of at the next tick. */
  eager: boolean
  closed: boolean
}

type Loop<L extends Line> = TailDeps<L> & {
  viewers: Set<Waiting<L>>
  cancelTimer: (() => void) | null
  reading: boolean
  /** Something was asked for while a read was under way. */
  again: boolean
  failing: boolean
}

const POLL_MS = 250
const BATCH = 500
/** So many times the usual wait after a read that failed. */
const PATIENCE = 4

/**
 * A tail that reads what comes after each viewer's own number, so that nothing is lost or doubled whatever
 * the order of wake-ups. A viewer is read for only while it waits: a slow one holds up nobody and piles up
 * nothing.
 */
export function createTail<L extends Line>(deps: TailDeps<L>): Tail<L> {
  const loop: Loop<L> = {
    ...deps,
    viewers: new Set(),
    cancelTimer: null,
    reading: false,
    again: false,
    failing: false,
  }
  return {
    open(key, after) {
      const viewer: Waiting<L> = { key, after, deliver: null, eager: true, closed: false }
      loop.viewers.add(viewer)
      return { next: () => takeNext(loop, viewer), close: () => closeViewer(loop, viewer) }
    },
    wake(key) {
      if ([...loop.viewers].some((viewer) => viewer.key === key)) void poll(loop)
    },
    size: () => loop.viewers.size,
    close() {
      stopTimer(loop)
      for (const viewer of loop.viewers) closeViewer(loop, viewer)
    },
  }
}

function takeNext<L extends Line>(loop: Loop<L>, viewer: Waiting<L>): Promise<L[]> {
  return new Promise((resolve) => {
    if (viewer.closed) return resolve([])
    viewer.deliver = resolve
    if (viewer.eager) void poll(loop)
    else schedule(loop)
  })
}

function closeViewer<L extends Line>(loop: Loop<L>, viewer: Waiting<L>): void {
  viewer.closed = true
  loop.viewers.delete(viewer)
  viewer.deliver?.([])
  viewer.deliver = null
}

async function poll<L extends Line>(loop: Loop<L>): Promise<void> {
  if (loop.reading) {
    loop.again = true
    return
  }
  stopTimer(loop)
  const asked = waitingOf(loop)
  if (asked.length === 0) return
  loop.reading = true
  loop.again = false
  const limit = loop.batch ?? BATCH
  try {
    const found = await loop.read(
      asked.map(({ key, after }) => ({ key, after })),
      limit,
    )
    loop.failing = false
    for (const [place, viewer] of asked.entries()) settle(viewer, found[place] ?? [], limit)
  } catch (error) {
    if (!loop.failing) loop.onFault?.(error)
    loop.failing = true
  } finally {
    loop.reading = false
  }
  if (loop.again) await poll(loop)
  else schedule(loop)
}

function settle<L extends Line>(viewer: Waiting<L>, lines: L[], limit: number): void {
  const last = lines.at(-1)
  const deliver = viewer.deliver
  if (!last || !deliver || viewer.closed) return
  viewer.after = last.seq
  viewer.eager = lines.length === limit
  viewer.deliver = null
  deliver(lines)
}

function schedule<L extends Line>(loop: Loop<L>): void {
  if (loop.cancelTimer || loop.reading || waitingOf(loop).length === 0) return
  const pollMs = loop.pollMs ?? POLL_MS
  loop.cancelTimer = loop.clock.after(loop.failing ? pollMs * PATIENCE : pollMs, () => {
    loop.cancelTimer = null
    void poll(loop)
  })
}

function stopTimer<L extends Line>(loop: Loop<L>): void {
  loop.cancelTimer?.()
  loop.cancelTimer = null
}

function waitingOf<L extends Line>(loop: Loop<L>): Waiting<L>[] {
  return [...loop.viewers].filter((viewer) => viewer.deliver !== null)
}
