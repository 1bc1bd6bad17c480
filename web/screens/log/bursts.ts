import { LOSSES } from '@madruga/core/events.ts'
import type { LogEntry } from '@madruga/core/events.ts'
import { BURST_MS } from '@madruga/core/notify.ts'
import type { Burst } from '@madruga/core/notify.ts'

/** Fewer lines are no longer than a heading with a line below it. */
const LEAST = 3

type LineBurst = Exclude<Burst, 'taken'>

/** Lines of one burst as one row, which opens to show them. `key` is that of its oldest line. */
export type BurstRow = {
  type: 'burst'
  burst: LineBurst
  key: string
  /** When its newest line was written. */
  at: number
  newestSeq: number
  /** The time that each of its blocks takes. */
  spans: { startAt: number; endAt: number }[]
}

/**
 * Rows, newest first, in which wins, losses and changes within a minute are one row, as they are one message;
 * the lines of an opened one follow it. A row without a line parts what is before and after it.
 */
export function foldBursts<T>(
  rows: readonly T[],
  lineOf: (row: T) => LogEntry | null,
  openKeys: ReadonlySet<string>,
): (T | BurstRow)[] {
  const groups = new Map<T, T[]>()
  const minutes = new Map<LineBurst, { startedAt: number; group: T[] }>()
  for (const row of rows.toReversed()) {
    const line = lineOf(row)
    if (line === null) minutes.clear()
    const burst = line && burstOfLine(line)
    if (!line || !burst) continue
    let minute = minutes.get(burst)
    if (minute === undefined || line.at - minute.startedAt >= BURST_MS) {
      minute = { startedAt: line.at, group: [] }
      minutes.set(burst, minute)
    }
    minute.group.unshift(row)
    groups.set(row, minute.group)
  }
  return rows.flatMap((row): (T | BurstRow)[] => {
    const group = groups.get(row)
    if (group === undefined || group.length < LEAST) return [row]
    if (group[0] !== row) return []
    const heading = headingOf(group.flatMap((each) => lineOf(each) ?? []))
    return [heading, ...(openKeys.has(heading.key) ? group : [])]
  })
}

function headingOf(lines: LogEntry[]): BurstRow {
  const [newest, oldest] = [lines[0]!, lines.at(-1)!]
  return {
    type: 'burst',
    burst: burstOfLine(newest)!,
    key: `burst-${oldest.seq}`,
    at: newest.at,
    newestSeq: newest.seq,
    spans: lines.flatMap((line) => spanOf(line) ?? []),
  }
}

function burstOfLine(line: LogEntry): LineBurst | null {
  if (line.type === 'offer.accepted') return 'won'
  if (line.type === 'offer.waiting') return 'waiting'
  if (line.type !== 'block.changed') return null
  return LOSSES.some((loss) => loss === line.data.change) ? 'lost' : 'changed'
}

function spanOf(line: LogEntry): { startAt: number; endAt: number } | null {
  if (line.type === 'block.changed') return line.data
  return line.type === 'offer.accepted' || line.type === 'offer.waiting' ? line.data.offer : null
}
