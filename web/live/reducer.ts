import type { LogEntry } from '@madruga/core/events.ts'

/** The screens' state of the log: lines newest first, each number once. */
export type LiveLog = {
  entries: readonly LogEntry[]
  /** The newest known number, from which the stream resumes; null before the first answer. */
  lastSeq: number | null
  /** Lines with a greater number came from the stream, not with the first page. */
  firstSeq: number
}

export const EMPTY_LOG: LiveLog = { entries: [], lastSeq: null, firstSeq: 0 }

/** Lines kept in memory; the history has older ones. */
export const LINES_SHOWN = 5_000

/** The log after its first page. */
export function openLog(entries: readonly LogEntry[], lastSeq: number): LiveLog {
  const start = addLines({ ...EMPTY_LOG, lastSeq: 0 }, entries)
  return {
    ...start,
    lastSeq: Math.max(lastSeq, start.lastSeq ?? 0),
    firstSeq: Math.max(lastSeq, start.lastSeq ?? 0),
  }
}

/** The log with lines from the stream: known lines change nothing, in any order. */
export function addLines(log: LiveLog, lines: readonly LogEntry[]): LiveLog {
  const entries = mergeLines(log.entries, lines)
  if (entries === log.entries) return log
  return {
    ...log,
    entries: entries.slice(0, LINES_SHOWN),
    lastSeq: Math.max(log.lastSeq ?? 0, entries[0]?.seq ?? 0),
  }
}

function mergeLines(entries: readonly LogEntry[], lines: readonly LogEntry[]): readonly LogEntry[] {
  const numbers = new Set(entries.map((entry) => entry.seq))
  const fresh: LogEntry[] = []
  for (const line of lines) {
    if (numbers.has(line.seq)) continue
    numbers.add(line.seq)
    fresh.push(line)
  }
  if (fresh.length === 0) return entries
  fresh.sort((a, b) => b.seq - a.seq)
  const newest = entries[0]
  // The common case: everything is newer than what we have.
  if (newest === undefined || fresh.at(-1)!.seq > newest.seq) return [...fresh, ...entries]
  return [...entries, ...fresh].sort((a, b) => b.seq - a.seq)
}
