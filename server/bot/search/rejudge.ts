import { isDeepStrictEqual } from 'node:util'
import { createBatcher } from '../../kit/batcher.ts'
import type { BotDeps } from '../deps.ts'
import { renewHeld } from '../held/occupied.ts'
import { compileFor } from './open.ts'
import type { OpenSearch } from './open.ts'
import { setPollSchedule } from './poll-schedule.ts'
import type { Searcher } from './loop.ts'
import { readJudgingNow } from './start-facts.ts'
import type { JudgingFacts } from './start-facts.ts'
import type { BotRow } from '../store/bots.ts'

/** Keeps the searches of this process at what their drivers want now. */
export type Rejudging = {
  /** A search is about to read what it begins with: remembers changes from here on. */
  watch(driverId: string): void
  /** It is open; applies what changed since, and answers whether anything did. */
  opened(driverId: string): boolean
  /** Reads filter, mode, geography and held blocks of a search anew, and applies what is new. */
  rejudge(driverId: string): Promise<void>
  idle(): Promise<void>
}

/** Statements are shared by this many searches at most. */
const AT_ONCE = 64

/** Creates it; `find` answers the open search of a driver. */
export function createRejudging(
  deps: BotDeps,
  searcher: Searcher,
  find: (driverId: string) => OpenSearch | undefined,
): Rejudging {
  const changed = new Map<string, boolean>()
  const turning = new WeakMap<OpenSearch, Promise<void>>()
  const underWay = new Set<Promise<void>>()
  const facts = createBatcher(
    (all: readonly OpenSearch[]) =>
      readJudgingNow(
        deps,
        all.map(({ bot }) => bot),
      ),
    AT_ONCE,
  )

  const rejudge = async (driverId: string): Promise<void> => {
    if (changed.has(driverId)) changed.set(driverId, true)
    const here = find(driverId)
    if (!here) return
    // One after the other, so that what was read first is never what stays.
    const turn = (turning.get(here) ?? Promise.resolve()).then(() =>
      judgeAnew(deps, searcher, here, facts.load(here)),
    )
    const quiet = turn.catch(() => {}).finally(() => underWay.delete(quiet))
    underWay.add(quiet)
    turning.set(here, quiet)
    await turn
  }

  return {
    watch: (driverId) => void changed.set(driverId, false),
    opened(driverId) {
      const isStale = changed.get(driverId) ?? false
      changed.delete(driverId)
      if (isStale)
        rejudge(driverId).catch((error: unknown) =>
          deps.logger.warn({ driverId, err: error }, 'a search judges by what was'),
        )
      return isStale
    },
    rejudge,
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}

async function judgeAnew(
  deps: BotDeps,
  searcher: Searcher,
  here: OpenSearch,
  reading: Promise<JudgingFacts & { row: BotRow | null }>,
): Promise<void> {
  const { search } = here
  const held = reading.then((facts) => facts.held)
  const [{ filter: saved, row, geography }, freed] = await Promise.all([
    reading,
    renewHeld(deps, search, held),
  ])
  const mode = row?.mode ?? here.bot.mode
  const same = mode === here.bot.mode && isDeepStrictEqual(geography, here.geography)
  if (saved && !(same && saved.version <= search.filterVersion)) {
    here.bot = { ...here.bot, mode }
    here.geography = geography
    here.places = geography.places
    const { filter, wider } = compileFor(saved.filter, here.bot, geography, deps.clock.now())
    searcher.refilter(search.driverId, filter, saved.version, wider)
    await setPollSchedule(deps, here)
  } else if (freed) {
    // Offers that overlapped with a released block may fit now.
    search.feed.forget()
    if (search.isPushed) searcher.announce(search.driverId)
  }
}
