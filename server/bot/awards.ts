import { awardsShifts } from '@madruga/core/house-rules.ts'
import type { ListedShifts } from '../platforms.ts'
import { decideTurns, LOOK_MS } from './awards/decide.ts'
import type { BotDeps } from './deps.ts'
import type { Search } from './search/loop.ts'

/** The turns of platforms at which this process searches. */
export type Turns = {
  /** A search is under way; turns are looked after as long as there is one. Answers what ends that. */
  join(search: Search): () => void
  idle(): Promise<void>
}

type Table = {
  searches: Set<Search>
  cancel: (() => void) | null
  /** The list that was decided by last, and when to decide by it again. */
  shifts: ListedShifts['shifts'] | null
  againAt: number
  deciding: Promise<void> | null
}

/**
 * Decides turns for as long as this process searches somewhere. Every process does the same by the same rows:
 * whichever comes first, and another one after its end.
 */
export function createTurns(deps: BotDeps): Turns {
  const tables = new Map<string, Table>()

  const look = async (platform: string, table: Table): Promise<void> => {
    const [search] = table.searches
    const list = deps.platforms.byName(platform).listedShifts?.() ?? null
    if (list !== null && list.shifts === table.shifts && deps.clock.now() < table.againAt) return
    // Without a decision the next look is a whole one later, and decides whatever the list says.
    table.shifts = null
    table.againAt = Number.POSITIVE_INFINITY
    if (search === undefined || list === null || !awardsShifts(search.filter.houseRules)) return
    table.againAt = await decideTurns(deps, platform, list, search.filter.houseRules)
    table.shifts = list.shifts
  }
  const arm = (platform: string, table: Table): void => {
    if (table.searches.size === 0 || table.cancel !== null || table.deciding !== null) return
    const waitMs = Math.min(LOOK_MS, Math.max(1, table.againAt - deps.clock.now()))
    table.cancel = deps.clock.after(waitMs, () => {
      table.cancel = null
      table.deciding = look(platform, table)
        .catch((error: unknown) => deps.logger.warn({ platform, err: error }, 'turns are not decided yet'))
        .finally(() => {
          table.deciding = null
          arm(platform, table)
        })
    })
  }
  return {
    join(search) {
      const { platform, feed } = search
      if (!feed.isAwarded) return () => {}
      const againAt = Number.POSITIVE_INFINITY
      const table: Table = tables.get(platform) ?? {
        searches: new Set(),
        cancel: null,
        shifts: null,
        againAt,
        deciding: null,
      }
      tables.set(platform, table)
      table.searches.add(search)
      arm(platform, table)
      return () => {
        table.searches.delete(search)
        if (table.searches.size > 0) return
        table.cancel?.()
        table.cancel = null
      }
    },
    async idle() {
      for (const { deciding } of tables.values()) await deciding
    },
  }
}
