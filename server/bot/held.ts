import type { HeldSpan } from '@madruga/core/filters.ts'
import { readHeld } from './store/facts.ts'
import type { BotDeps } from './deps.ts'
import { sameSpan } from './search.ts'
import type { Search } from './search.ts'
import { readOpenShadow } from './store/shadow.ts'

/**
 * Occupied spans in order of start: the driver's blocks and, in shadow mode, the offers that would have been
 * tried for.
 */
export async function readGiven(
  deps: BotDeps,
  driverId: string,
  shadow: HeldSpan[] | null,
): Promise<HeldSpan[]> {
  const held = await readHeld(deps.db, driverId, deps.clock.now())
  return shadow === null ? held : inOrder([...held, ...shadow])
}

/**
 * Reads a search's occupied spans again: blocks that were released are free, blocks that the driver took
 * elsewhere are occupied. Spans that the search itself wins meanwhile stay. Answers whether any time became
 * free.
 */
export async function refreshHeld(deps: BotDeps, search: Search): Promise<boolean> {
  const before = search.held.slice()
  // The platform may have answered while the row is not written yet.
  const { settling } = search
  const shadow = search.shadow ? ((await readOpenShadow(deps.db, search.driverId))?.held ?? []) : null
  const given = await readGiven(deps, search.driverId, shadow)
  const mine = search.held.filter((span) => span === settling || !isAmong(before, span))
  const now = inOrder([...given, ...mine.filter((span) => !isAmong(given, span))])
  const freed = search.held.some((span) => !isAmong(now, span))
  search.held = now
  return freed
}

function isAmong(periods: readonly HeldSpan[], span: HeldSpan): boolean {
  return periods.some((each) => sameSpan(each, span))
}

function inOrder(periods: HeldSpan[]): HeldSpan[] {
  return periods.sort((one, other) => one.startAt - other.startAt)
}
