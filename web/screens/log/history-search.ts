import type { Inputs } from '@madruga/core/contract.ts'
import { OUTCOMES } from '@madruga/core/events.ts'
import type { LogEntry } from '@madruga/core/events.ts'
import { variantOf } from '@madruga/core/offers.ts'
import type { Station, Variant } from '@madruga/core/offers.ts'
import { isDay, shiftDay } from '@madruga/core/days.ts'
import { isOfApp, isOffer } from '../offers/entry.ts'
import type { OfferEntry } from '../offers/entry.ts'
import { replaces } from './history-rows.ts'
import { groupOf } from './view.ts'

/** The filters of the history; they are part of the address, so that links and the back button work. */
export type HistoryFilters = Pick<Inputs['log']['history'], 'outcome' | 'from' | 'to' | 'stationId' | 'text'>

/** The same for one app, given by the screen: each app has its own. */
export type HistoryInput = HistoryFilters & { variant: Variant }

const TEXT_MOST = 80

/** The filters of an address; invalid ones are omitted. */
export function readSearch(
  search: Partial<Record<keyof HistoryFilters, string | undefined>>,
): HistoryFilters {
  const textOf = (name: keyof HistoryFilters) => (search[name] ?? '').trim()
  const outcome = OUTCOMES.find((one) => one === textOf('outcome'))
  const [from, to] = [textOf('from'), textOf('to')]
  const stationId = textOf('stationId').slice(0, 100)
  const text = textOf('text').slice(0, TEXT_MOST)
  return {
    ...(outcome && { outcome }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
    ...(stationId !== '' && { stationId }),
    ...(text !== '' && { text }),
  }
}

/** The filters with changes; an empty text removes one. */
export function changeFilters(
  filters: HistoryFilters,
  part: { [N in keyof HistoryFilters]?: string | undefined },
): HistoryFilters {
  return readSearch({ ...filters, ...part })
}

export const QUICK_DAYS = ['all_days', 'today', 'yesterday', 'week'] as const
export type QuickDays = (typeof QUICK_DAYS)[number]

/** Quick choices of days; both ends inclusive. */
export function quickDays(name: QuickDays, today: string): { from: string; to: string } {
  if (name === 'all_days') return { from: '', to: '' }
  if (name === 'today') return { from: today, to: today }
  const yesterday = shiftDay(today, -1)
  return name === 'yesterday' ? { from: yesterday, to: yesterday } : { from: shiftDay(today, -6), to: today }
}

/** The matching quick choice; null for custom days. */
export function quickNameOf({ from = '', to = '' }: HistoryFilters, today: string): QuickDays | null {
  const same = QUICK_DAYS.find((name) => {
    const days = quickDays(name, today)
    return days.from === from && days.to === to
  })
  return same ?? null
}

/** Whether the days end before they begin: nothing can be found then. */
export function isReversed({ from, to }: HistoryFilters): boolean {
  return from !== undefined && to !== undefined && from > to
}

/** The number of active filters besides outcome and text, which are always visible. */
export function countHidden({ from, to, stationId }: HistoryFilters): number {
  return Number(from !== undefined || to !== undefined) + Number(stationId !== undefined)
}

type Known = { stations: readonly Station[]; dayOf: (at: number) => string }

/**
 * The lines, newest first, that came after `upTo` and match the filters, without those that are `shown`: what
 * the history shows, each offer once. `live` has all that is written, and of the bot what is in memory.
 */
export function freshLines(
  entries: readonly LogEntry[],
  upTo: number,
  filters: HistoryInput,
  context: Known & { shown: ReadonlySet<number> },
  live = false,
): LogEntry[] {
  const newest = new Map<string, OfferEntry>()
  const isAll = Object.keys(filters).length === 1
  return entries.filter((entry) => {
    if (!isOffer(entry)) return live && isAll && isOfApp(entry, filters.variant)
    if (entry.seq <= upTo || (!live && !SHOWN.has(entry.type))) return false
    // The history shows an offer once, by its newest line.
    const { id } = entry.data.offer
    const later = newest.get(id)
    if (later === undefined) newest.set(id, entry)
    else if (replaces(later, entry)) return false
    return !context.shown.has(entry.seq) && belongs(entry, filters, context)
  })
}

/** Whether lines between the history and the log in memory are in neither: it is to be read again. */
export function hasGap(lines: readonly LogEntry[], upTo: number): boolean {
  const oldest = lines.at(-1)
  return oldest !== undefined && oldest.seq > upTo + 1
}

/** The lines that the history shows; the log has more about an offer. */
const SHOWN: ReadonlySet<LogEntry['type']> = new Set([
  'offer.accepted',
  'offer.waiting',
  'offer.missed',
  'offer.ignored',
] as const)

function belongs(entry: OfferEntry, filters: HistoryInput, { stations, dayOf }: Known): boolean {
  const { variant, outcome, from, to, stationId, text } = filters
  if (variantOf(entry.data.offer.kind) !== variant) return false
  if (outcome !== undefined && groupOf(entry) !== outcome) return false
  if (stationId !== undefined && entry.data.offer.stationId !== stationId) return false
  const day = dayOf(entry.at)
  if ((from !== undefined && day < from) || (to !== undefined && day > to)) return false
  return text === undefined || mentions(entry, text.toLowerCase(), stations)
}

function mentions(
  { data: { offer, stationCode } }: OfferEntry,
  text: string,
  stations: readonly Station[],
): boolean {
  const name = stations.find((station) => station.id === offer.stationId)?.name ?? ''
  return [stationCode, name, offer.kind].some((part) => part.toLowerCase().includes(text))
}
