import type { Today } from './state.ts'
import { dateFormat } from '@madruga/core/formats.ts'

export type Span = { kind: 'running' | 'sleeping'; from: number; to: number; open: boolean }

/** The wait after a stop looks like sleep here: the bot sends nothing in either. */
const SLEEPING = new Set(['sleeping', 'cooling_down'])

/** The spans of a day worth showing, clipped to the day, with adjacent spans of one kind merged. */
export function readRunSchedule(runSchedule: Today['runSchedule'], dayStart: number, now: number): Span[] {
  const spans: Span[] = []
  for (const { phase, from, to } of runSchedule) {
    const kind = phase === 'running' ? 'running' : SLEEPING.has(phase) ? 'sleeping' : null
    if (kind === null) continue
    const span = {
      kind,
      from: Math.max(from, dayStart),
      to: Math.min(to ?? now, now),
      open: to === null,
    } as const
    if (span.to <= span.from) continue
    const last = spans.at(-1)
    if (last && last.kind === kind && span.from - last.to < 1_000) {
      spans[spans.length - 1] = { ...last, to: span.to, open: span.open }
    } else spans.push(span)
  }
  return spans
}

/** Time of one kind, in ms. */
export function sumSpans(spans: readonly Span[], kind: Span['kind']): number {
  return spans.reduce((sum, span) => (span.kind === kind ? sum + span.to - span.from : sum), 0)
}

/** Midnight of a timestamp's day in a zone, in epoch ms; on a day with a clock change at most an hour off. */
export function startOfDay(at: number, timeZone: string | undefined): number {
  const parts = dateFormat('en-US', {
    hourCycle: 'h23',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    ...(timeZone ? { timeZone } : {}),
  }).formatToParts(at)
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value ?? 0)
  const passedMs = (part('hour') * 3600 + part('minute') * 60 + part('second')) * 1000
  return Math.floor(at / 1000) * 1000 - passedMs
}
