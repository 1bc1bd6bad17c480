import type { HeldSpan } from '@madruga/core/filters.ts'
import { readHeld } from '../store/facts.ts'
import type { BotDeps } from '../deps.ts'
import { sameSpan } from '../search/loop.ts'
import type { Search } from '../search/loop.ts'
import { readOpenShadow } from '../store/shadow.ts'

/** Occupied spans in order of start: blocks and, in shadow mode, offers that would have been tried for. */
export function withShadow(spans: readonly HeldSpan[], shadow: readonly HeldSpan[] | null): HeldSpan[] {
  return shadow === null ? [...spans] : inOrder([...spans, ...shadow])
}

/**
 * Reads a search's occupied spans again: blocks that were released are free, blocks that the driver took
 * elsewhere are occupied. Spans that the search itself wins in the meantime stay. Answers whether any time
 * became free.
 */
export async function refreshHeld(deps: BotDeps, search: Search): Promise<boolean> {
  return await renewHeld(deps, search, readHeld(deps.db, search.driverId, deps.clock.now()))
}

/** The same by blocks that are being read. */
export async function renewHeld(
  deps: BotDeps,
  search: Search,
  reading: Promise<readonly HeldSpan[]>,
): Promise<boolean> {
  const before = search.held.slice()
  // The platform may have answered while the row is not written yet.
  const { settling } = search
  const shadow = search.shadow ? ((await readOpenShadow(deps.db, search.driverId))?.held ?? []) : null
  const spans = withShadow(await reading, shadow)
  const mine = search.held.filter((span) => span === settling || !isAmong(before, span))
  const now = inOrder([...spans, ...mine.filter((span) => !isAmong(spans, span))])
  const isFreed = search.held.some((span) => !isAmong(now, span))
  search.held = now
  return isFreed
}

function isAmong(periods: readonly HeldSpan[], span: HeldSpan): boolean {
  return periods.some((each) => sameSpan(each, span))
}

function inOrder(periods: HeldSpan[]): HeldSpan[] {
  return periods.sort((one, other) => one.startAt - other.startAt)
}
