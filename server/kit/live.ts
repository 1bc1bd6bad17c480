import type { Clock } from './clock.ts'

export { listenChannel } from './live/listen.ts'

/** A numbered line of a key's stream; numbers ascend without gaps per key. */
export type Line = { seq: number }

/** The position of a viewer. */
export type Cursor = { key: string; after: number }

/** One open stream. */
export type Viewer<L extends Line> = {
  /**
   * The next lines, oldest first, as soon as there are any; an empty list once closed. One call at a time.
   */
  next(): Promise<L[]>
  close(): void
}

/** Follows numbered streams for their viewers, and runs no query without viewers. */
export type Tail<L extends Line> = {
  open(key: string, after: number): Viewer<L>
  /** A line was just written under this key: read now instead of at the next tick. */
  wake(key: string): void
  /** Number of open viewers. */
  size(): number
  close(): void
}

type TailDeps<L extends Line> = {
  /** The next lines of every cursor, in the cursors' order, in one query; up to `limit` each. */
  read(cursors: readonly Cursor[], limit: number): Promise<L[][]>
  clock: Clock
  pollMs?: number
  batch?: number
  /** Called for the first failed read; reads are retried, less often, until one succeeds. */
  onFault?: (error: unknown) => void
}

type Waiting<L extends Line> = Cursor & {
  deliver: ((lines: L[]) => void) | null
  /** New, or known to be behind: read at once instead of at the next tick. */
  eager: boolean
  closed: boolean
}

type Loop<L extends Line> = TailDeps<L> & {
  viewers: Set<Waiting<L>>
  cancelTimer: (() => void) | null
  reading: boolean
  /** A request arrived while a read was in progress. */
  again: boolean
  failing: boolean
}

const POLL_MS = 250
const BATCH = 500
/** Multiplier of the usual delay after a failed read. */
const PATIENCE = 4

/**
 * A tail that reads on from each viewer's own number, so that nothing is lost or doubled in any order of
 * wake-ups. It reads for a viewer only while the viewer waits: a slow viewer delays nobody and accumulates
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
    for (const [place, viewer] of asked.entries()) deliverTo(viewer, found[place] ?? [], limit)
  } catch (error) {
    if (!loop.failing) loop.onFault?.(error)
    loop.failing = true
  } finally {
    loop.reading = false
  }
  if (loop.again) await poll(loop)
  else schedule(loop)
}

function deliverTo<L extends Line>(viewer: Waiting<L>, lines: L[], limit: number): void {
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
