import type { LogEntry } from '@madruga/core/events.ts'
import type { Variant } from '@madruga/core/offers.ts'
import { describeVariant } from '@madruga/core/variants.ts'
import { isOfApp } from '../offers/entry.ts'

/** The chips of the live log: the outcomes of offers, and the bot's own actions. */
export const LOG_GROUPS = [
  'accepted',
  'waiting',
  'missed',
  'ignored_price',
  'ignored_schedule',
  'ignored_time',
  'bot',
] as const
export type LogGroup = (typeof LOG_GROUPS)[number]

/** The chip of a line. */
export function groupOf(entry: LogEntry): LogGroup {
  if (entry.type === 'offer.accepted') return 'accepted'
  if (entry.type === 'offer.waiting') return 'waiting'
  if (entry.type === 'offer.missed') return 'missed'
  if (entry.type === 'offer.shadowed') return 'accepted'
  if (entry.type === 'offer.asked') return 'missed'
  if (entry.type === 'offer.ignored') return `ignored_${entry.data.ignoredFor}`
  return 'bot'
}

/** The view of the log: the selected outcomes (none = all), and up to which number while paused. */
export type View = { groups: readonly LogGroup[]; heldAt: number | null }

/**
 * The lines of an app to show, newest first. Pausing only hides newer lines, so resuming can neither skip nor
 * repeat.
 */
export function chooseLines(entries: readonly LogEntry[], view: View, app: Variant): readonly LogEntry[] {
  return entries.filter(
    (entry) => isChosen(entry, view, app) && (view.heldAt === null || entry.seq <= view.heldAt),
  )
}

/** How many selected lines arrived while the log was paused. */
export function countNew(entries: readonly LogEntry[], view: View, app: Variant): number {
  if (view.heldAt === null) return 0
  let count = 0
  for (const entry of entries) {
    if (entry.seq <= view.heldAt) break
    if (isChosen(entry, view, app)) count += 1
  }
  return count
}

function isChosen(entry: LogEntry, view: View, app: Variant): boolean {
  return isOfApp(entry, app) && (view.groups.length === 0 || view.groups.includes(groupOf(entry)))
}

/** Toggles one of the selected outcomes. */
export function toggleGroup(groups: readonly LogGroup[], group: LogGroup): readonly LogGroup[] {
  return groups.includes(group) ? groups.filter((each) => each !== group) : [...groups, group]
}

/** The chips of an app: those whose platforms decide every accept at once have none for waiting. */
export function groupsOf<G extends LogGroup>(groups: readonly G[], app: Variant): readonly G[] {
  return describeVariant(app).hasUndecided ? groups : groups.filter((group) => group !== 'waiting')
}
