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
  const opened = addLines({ ...EMPTY_LOG, lastSeq: 0 }, entries)
  return {
    ...opened,
    lastSeq: Math.max(lastSeq, opened.lastSeq ?? 0),
    firstSeq: Math.max(lastSeq, opened.lastSeq ?? 0),
  }
}

/** The log with lines from the stream: known lines change nothing, in any order. */
export function addLines(log: LiveLog, lines: readonly LogEntry[]): LiveLog {
  const merged = mergeLines(log.entries, lines)
  if (merged === log.entries) return log
  return {
    ...log,
    entries: merged.slice(0, LINES_SHOWN),
    lastSeq: Math.max(log.lastSeq ?? 0, merged[0]?.seq ?? 0),
  }
}

function mergeLines(known: readonly LogEntry[], lines: readonly LogEntry[]): readonly LogEntry[] {
  const seen = new Set(known.map((entry) => entry.seq))
  const fresh: LogEntry[] = []
  for (const line of lines) {
    if (seen.has(line.seq)) continue
    seen.add(line.seq)
    fresh.push(line)
  }
  if (fresh.length === 0) return known
  fresh.sort((a, b) => b.seq - a.seq)
  const newest = known[0]
  // The common case: everything is newer than what we have.
  if (newest === undefined || fresh.at(-1)!.seq > newest.seq) return [...fresh, ...known]
  return [...known, ...fresh].sort((a, b) => b.seq - a.seq)
}
