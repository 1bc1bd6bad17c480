import { navigate, useSearch, type Search } from '../../../address.ts'

/** The parts of the money screens, in order. */
export const PARTS = ['revenue', 'invoices', 'payments', 'coupons', 'prices', 'reconciliation'] as const
export type Part = (typeof PARTS)[number]

/** The address of a money screen besides the part. */
export type Place = {
  /** The search term. */
  text?: string
  /** The number of the open invoice, or the reference of the open payment. */
  open?: string
  /** Days of the report. */
  from?: string
  to?: string
}

const PLACES = ['text', 'open', 'from', 'to'] as const

/** The query of an address of a money screen; empty values are omitted. */
export function placeOf(part: Part, place: Place = {}): Record<string, string> {
  const pairs = PLACES.map((name) => [name, place[name] ?? ''] as const)
  return { tab: 'accounting', part, ...Object.fromEntries(pairs.filter(([, value]) => value !== '')) }
}

/** Parses an address, with any content. */
export function readPlace(search: Search): { part: Part; place: Place } {
  const part = PARTS.find((one) => one === search.part) ?? PARTS[0]
  const pairs = PLACES.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]]))
  return { part, place: Object.fromEntries(pairs) as Place }
}

/** The current place in the money screens, and navigation without a history entry for each step. */
export function usePlace(): { part: Part; place: Place; show: (place: Place) => void } {
  const { part, place } = readPlace(useSearch())
  const show = (next: Place) => navigate('/admin', { search: placeOf(part, next), replace: true, stay: true })
  return { part, place, show }
}
