import { useNavigate, useSearch } from '@tanstack/react-router'

/** The parts of money, as they stand beside each other. */
export const PARTS = ['revenue', 'invoices', 'payments', 'coupons', 'prices', 'reconciliation'] as const
export type Part = (typeof PARTS)[number]

/** What an address of the money screens says besides the part. */
export type Place = {
  /** What is searched for. */
  text?: string
  /** The number of the invoice, or the reference of the payment, that is open. */
  open?: string
  /** Days of the report. */
  from?: string
  to?: string
}

const PLACES = ['text', 'open', 'from', 'to'] as const

/** The search of an address that leads to a part of the money screens; what is empty is left out. */
export function placeOf(part: Part, place: Place = {}): Record<string, string> {
  const named = PLACES.map((name) => [name, place[name] ?? ''] as const)
  return { tab: 'accounting', part, ...Object.fromEntries(named.filter(([, value]) => value !== '')) }
}

/** What an address says, whatever somebody wrote into it. */
export function readPlace(search: Record<string, unknown>): { part: Part; place: Place } {
  const part = PARTS.find((one) => one === search.part) ?? PARTS[0]
  const named = PLACES.filter((name) => search[name] !== undefined).map((name) => [
    name,
    String(search[name]),
  ])
  return { part, place: Object.fromEntries(named) as Place }
}

/** Where one is among the money screens, and how to go elsewhere without a step back for each. */
export function usePlace(): { part: Part; place: Place; show: (place: Place) => void } {
  const navigate = useNavigate()
  const { part, place } = readPlace(useSearch({ strict: false }) as Record<string, unknown>)
  const show = (next: Place) =>
    void navigate({ to: '/admin', search: placeOf(part, next), replace: true, resetScroll: false })
  return { part, place, show }
}
