import type { LogEntry } from '@madruga/core/events.ts'

const CHANGING: ReadonlySet<LogEntry['type']> = new Set([
  'offer.accepted',
  'offer.waiting',
  'offer.missed',
  'block.checked_in',
  'block.released',
  'block.changed',
] as const)

/** Whether a line of the log tells of something that a calendar shows. */
export function changesBlocks({ type }: Pick<LogEntry, 'type'>): boolean {
  return CHANGING.has(type)
}
