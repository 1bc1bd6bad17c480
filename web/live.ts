import { useSyncExternalStore } from 'react'
import type { LogEntry } from '@madruga/core/events.ts'
import { api, toProblem } from './client.ts'
import { followLog } from './live/follow.ts'
import type { Connection } from './live/follow.ts'
import { EMPTY_LOG, addLines, openLog } from './live/reducer.ts'
import type { LiveLog } from './live/reducer.ts'
import { createSignal } from './signal.ts'

/** Entry of the live log: one stream for all screens of a signed-in driver. */
export type LiveState = { log: LiveLog; connection: Connection; failed: boolean }
export type { Connection } from './live/follow.ts'

const PAGE = 100
/** Lines are rendered in batches at most this often, so that a burst causes one rendering. */
const BATCH_MS = 100
/** A tab that slept longer opens a new connection: the old one may be dead without notice. */
const STALE_MS = 20_000

let state: LiveState = { log: EMPTY_LOG, connection: 'connecting', failed: false }
const changes = createSignal()
const lineListeners = new Set<(lines: readonly LogEntry[]) => void>()
let waiting: LogEntry[] = []
let batch: ReturnType<typeof setTimeout> | undefined

function change(next: Partial<LiveState>): void {
  state = { ...state, ...next }
  changes.notify()
}

function flush(): void {
  batch = undefined
  const before = state.log.lastSeq ?? 0
  const lines = waiting
  waiting = []
  change({ log: addLines(state.log, lines) })
  const fresh = lines.filter((line) => line.seq > before)
  if (fresh.length > 0) for (const listener of lineListeners) listener(fresh)
}

/** Starts following the driver's log; returns how to stop, which also clears it. */
export function startLive(): () => void {
  const stopper = new AbortController()
  let attempt = new AbortController()
  let hiddenAt = 0
  const restart = () => attempt.abort()
  const onVisible = () => {
    if (document.visibilityState === 'hidden') hiddenAt = Date.now()
    else if (hiddenAt > 0 && Date.now() - hiddenAt > STALE_MS) restart()
  }
  const onOffline = () => {
    change({ connection: 'offline' })
    restart()
  }
  document.addEventListener('visibilitychange', onVisible)
  window.addEventListener('offline', onOffline)
  reconnect = restart
  const deps = {
    open: openFirstPage,
    lastSeq: () => waiting.reduce((last, line) => Math.max(last, line.seq), state.log.lastSeq ?? -1),
    stream: (after: number, signal: AbortSignal) =>
      api.log.live({ after }, { signal, lastEventId: String(after) }),
    onLine: (line: LogEntry) => {
      waiting.push(line)
      batch ??= setTimeout(flush, BATCH_MS)
    },
    onConnection: (connection: Connection) => change({ connection }),
    online: () => navigator.onLine,
    pause,
    isFinal: (error: unknown) => /signed_out|other_driver/.test(toProblem(error).code),
  }
  void followLog(
    { ...deps, lastSeq: () => (state.log.lastSeq === null ? null : deps.lastSeq()) },
    stopper.signal,
    () => (attempt = new AbortController()).signal,
  )
  return () => {
    stopper.abort()
    clearTimeout(batch)
    batch = undefined
    waiting = []
    document.removeEventListener('visibilitychange', onVisible)
    window.removeEventListener('offline', onOffline)
    state = { log: EMPTY_LOG, connection: 'connecting', failed: false }
  }
}

let reconnect: () => void = () => {}

/** Opens a new connection now: after "try again", or when the stream is known to lag. */
export function reconnectLive(): void {
  reconnect()
}

async function openFirstPage(signal: AbortSignal): Promise<void> {
  try {
    const page = await api.log.latest({ limit: PAGE }, { signal })
    change({ log: openLog(page.entries, page.lastSeq), failed: false })
  } catch (error) {
    if (!signal.aborted) change({ failed: true })
    throw error
  }
}

/** The newest number on the screens; null before the first answer. */
export function liveSeq(): number | null {
  return state.log.lastSeq
}

/** The log and its connection; components rerender when either changes. */
export function useLive(): LiveState {
  return useSyncExternalStore(changes.subscribe, () => state)
}

/** The lines of the log as they are now, and how to hear of a change. */
export const liveLines = (): readonly LogEntry[] => state.log.entries
export const onLive = changes.subscribe

/** Calls back with every new line of the stream, never with history. Returns how to stop. */
export function onLines(listener: (lines: readonly LogEntry[]) => void): () => void {
  lineListeners.add(listener)
  return () => lineListeners.delete(listener)
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    window.addEventListener('online', done)
    signal.addEventListener('abort', done)
  })
}
