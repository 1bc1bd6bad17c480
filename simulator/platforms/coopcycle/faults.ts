import type { Random } from '../../market.ts'
import type { Faults } from './model.ts'

/** What goes wrong with one answer. */
export interface Fate {
  /** Before it is executed: refused, or the connection ends. */
  before: 'unavailable' | 'drop' | null
  /** After it was executed. */
  after: 'broken' | 'drop' | 'truncate' | null
  delayMs: number
  list: 'emptyList' | 'doubleList' | 'wrongTypes' | null
}

/** Draws the faults of one request, each by its own share. */
export function drawFate(faults: Faults, dice: Random): Fate {
  const hits = (share: number) => share > 0 && dice() < share
  const first = <Name extends string>(shares: [number, Name][]): Name | null =>
    shares.find(([share]) => hits(share))?.[1] ?? null
  return {
    before: first([
      [faults.unavailable, 'unavailable'],
      [faults.dropBefore, 'drop'],
    ]),
    after: first([
      [faults.brokenAfter, 'broken'],
      [faults.dropAfter, 'drop'],
      [faults.truncate, 'truncate'],
    ]),
    delayMs: hits(faults.slow) ? faults.slowMs : 0,
    list: first([
      [faults.emptyList, 'emptyList'],
      [faults.doubleList, 'doubleList'],
      [faults.wrongTypes, 'wrongTypes'],
    ]),
  }
}

/** A list of shifts with its fault; other answers stay as they are. */
export function spoilList(body: Record<string, unknown>, fault: Fate['list']): Record<string, unknown> {
  const shifts = body['hydra:member']
  if (fault === null || !Array.isArray(shifts)) return body
  if (fault === 'emptyList') return { ...body, 'hydra:member': [], 'hydra:totalItems': 0 }
  if (fault === 'doubleList') return { ...body, 'hydra:member': [...shifts, ...shifts] }
  return { ...body, 'hydra:member': shifts.map((shift: object) => ({ ...shift, startsAt: 9, slots: '2' })) }
}

/** Counts the requests of each token; `take` answers how many seconds to wait, 0 to continue. */
export function createMeter(now: () => number): { take(token: string, budget: Faults['budget']): number } {
  let counted: Faults['budget'] = null
  const spans = new Map<string, { until: number; count: number }>()
  return {
    take(token, budget) {
      // A new budget begins with no requests made.
      if (budget !== counted) spans.clear()
      counted = budget
      if (budget === null) return 0
      const known = spans.get(token)
      const span =
        known !== undefined && now() < known.until ? known : { until: now() + budget.spanMs, count: 0 }
      spans.set(token, span)
      span.count++
      return span.count <= budget.requests ? 0 : Math.max(1, Math.ceil((span.until - now()) / 1_000))
    },
  }
}
