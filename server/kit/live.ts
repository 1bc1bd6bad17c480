import { Client } from 'pg'
import type { Clock } from './clock.ts'

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
type Tail<L extends Line> = {
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

type Reader<L extends Line> = Cursor & {
  deliver: ((lines: L[]) => void) | null
  /** New, woken, or known to be behind: read at once instead of at the next tick. */
  eager: boolean
  closed: boolean
}

type Loop<L extends Line> = TailDeps<L> & {
  /** Every open viewer, so that a wake-up looks at those of its key alone, however many others there are. */
  viewers: Map<string, Set<Reader<L>>>
  size: number
  /** Viewers that wait for lines, and those of them that are read at once. */
  waiting: Set<Reader<L>>
  eager: Set<Reader<L>>
  cancelTimer: (() => void) | null
  reading: boolean
  /** The tick came: every waiting reader reads, also lines that no one announced. */
  allDue: boolean
  failing: boolean
}

const POLL_MS = 250
const BATCH = 500
/** Multiplier of the usual delay after a failed read. */
const PATIENCE = 4

/**
 * A tail that reads on from each viewer's own number, so that nothing is lost or doubled in any order of
 * wake-ups. It reads for a viewer only while the viewer waits: a slow viewer delays no one and accumulates
 * nothing. A wake-up costs as much as its key has viewers.
 */
export function createTail<L extends Line>(deps: TailDeps<L>): Tail<L> {
  const loop: Loop<L> = {
    ...deps,
    viewers: new Map(),
    size: 0,
    waiting: new Set(),
    eager: new Set(),
    cancelTimer: null,
    reading: false,
    allDue: false,
    failing: false,
  }
  return {
    open(key, after) {
      const viewer: Reader<L> = { key, after, deliver: null, eager: true, closed: false }
      openViewer(loop, viewer)
      return { next: () => takeNext(loop, viewer), close: () => closeViewer(loop, viewer) }
    },
    wake(key) {
      for (const viewer of loop.viewers.get(key) ?? []) {
        viewer.eager = true
        if (viewer.deliver !== null) loop.eager.add(viewer)
      }
      if (loop.eager.size > 0) void poll(loop)
    },
    size: () => loop.size,
    close() {
      stopTimer(loop)
      for (const viewers of loop.viewers.values()) for (const viewer of viewers) closeViewer(loop, viewer)
    },
  }
}

function openViewer<L extends Line>(loop: Loop<L>, viewer: Reader<L>): void {
  const { key } = viewer
  loop.size++
  const beside = loop.viewers.get(key)
  if (beside) beside.add(viewer)
  else loop.viewers.set(key, new Set([viewer]))
}

function takeNext<L extends Line>(loop: Loop<L>, viewer: Reader<L>): Promise<L[]> {
  return new Promise((resolve) => {
    if (viewer.closed) return resolve([])
    viewer.deliver = resolve
    loop.waiting.add(viewer)
    if (!viewer.eager) return schedule(loop)
    loop.eager.add(viewer)
    void poll(loop)
  })
}

function closeViewer<L extends Line>(loop: Loop<L>, viewer: Reader<L>): void {
  if (viewer.closed) return
  viewer.closed = true
  loop.size--
  const beside = loop.viewers.get(viewer.key)
  beside?.delete(viewer)
  if (beside?.size === 0) loop.viewers.delete(viewer.key)
  const { deliver } = viewer
  rest(loop, viewer)
  deliver?.([])
}

/** The viewer does not wait any more. */
function rest<L extends Line>(loop: Loop<L>, viewer: Reader<L>): void {
  viewer.deliver = null
  loop.waiting.delete(viewer)
  loop.eager.delete(viewer)
}

async function poll<L extends Line>(loop: Loop<L>): Promise<void> {
  if (loop.reading) return
  loop.reading = true
  // What fails waits for the tick, whatever is announced meanwhile.
  while (loop.allDue || (loop.eager.size > 0 && !loop.failing)) {
    const asked = [...(loop.allDue ? loop.waiting : loop.eager)]
    loop.allDue = false
    if (asked.length > 0) await readFor(loop, asked)
  }
  loop.reading = false
  schedule(loop)
}

async function readFor<L extends Line>(loop: Loop<L>, asked: readonly Reader<L>[]): Promise<void> {
  const limit = loop.batch ?? BATCH
  // Before the read, so that what is announced during it makes them eager again.
  for (const viewer of asked) {
    viewer.eager = false
    loop.eager.delete(viewer)
  }
  try {
    const cursors = asked.map(({ key, after }) => ({ key, after }))
    const found = await loop.read(cursors, limit)
    loop.failing = false
    for (const [place, viewer] of asked.entries()) deliverTo(loop, viewer, found[place] ?? [], limit)
  } catch (error) {
    if (!loop.failing) loop.onFault?.(error)
    loop.failing = true
  }
}

function deliverTo<L extends Line>(loop: Loop<L>, viewer: Reader<L>, lines: L[], limit: number): void {
  const last = lines.at(-1)
  const { deliver } = viewer
  if (!last || !deliver || viewer.closed) return
  viewer.after = last.seq
  if (lines.length === limit) viewer.eager = true
  rest(loop, viewer)
  deliver(lines)
}

function schedule<L extends Line>(loop: Loop<L>): void {
  if (loop.cancelTimer || loop.waiting.size === 0) return
  const pollMs = loop.pollMs ?? POLL_MS
  loop.cancelTimer = loop.clock.after(loop.failing ? pollMs * PATIENCE : pollMs, () => {
    loop.cancelTimer = null
    loop.allDue = true
    void poll(loop)
  })
}

function stopTimer<L extends Line>(loop: Loop<L>): void {
  loop.cancelTimer?.()
  loop.cancelTimer = null
}

type ListenDeps = {
  /** Database to connect to; this module keeps a dedicated connection open. */
  url: string
  channel: string
  /** Receives the payload of each notification. */
  onMessage: (payload: string) => void
  clock: Clock
  /** Called each time listening begins: earlier notifications were missed. */
  onOpen?: () => void
  /** Called once when the connection is lost; it reconnects automatically. */
  onFault?: (error: unknown) => void
}

const AGAIN_MS = 1_000

/**
 * Listens to a PostgreSQL channel. Notifications during a lost connection are missed: nothing may depend on
 * them alone.
 */
export function listenChannel(deps: ListenDeps): { close(): Promise<void> } {
  const { url, channel, onMessage, clock, onOpen = () => {}, onFault = () => {} } = deps
  let client: Client | null = null
  let closed = false
  let told = false
  let cancel: (() => void) | null = null

  const open = async (): Promise<void> => {
    const mine = new Client({ connectionString: url, keepAlive: true })
    let lost = false
    const lose = (error: unknown): void => {
      if (lost || closed) return
      lost = true
      if (!told) onFault(error)
      told = true
      mine.end().catch(() => {})
      cancel = clock.after(AGAIN_MS, () => void open())
    }
    client = mine
    mine.on('error', lose)
    mine.on('end', () => lose(new Error('the connection ended')))
    mine.on('notification', (message) => onMessage(message.payload ?? ''))
    try {
      await mine.connect()
      await mine.query(`listen ${mine.escapeIdentifier(channel)}`)
      told = false
      onOpen()
    } catch (error) {
      lose(error)
    }
  }
  void open()

  return {
    async close() {
      closed = true
      cancel?.()
      await client?.end().catch(() => {})
    },
  }
}
