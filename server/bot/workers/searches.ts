import type { LogWriter } from '../../driver/log.ts'
import { createTurns } from '../awards.ts'
import type { BotDeps } from '../deps.ts'
import { createHooks } from '../search/hooks.ts'
import type { LeaseKeeper } from './lease-keeper.ts'
import type { LeasedSearch } from './leased-search.ts'
import type { OpenSearch } from '../search/open.ts'
import { createRejudging } from '../search/rejudge.ts'
import type { SearchHooks, Searcher } from '../search/loop.ts'
import type { Follow } from '../life/steps.ts'
import type { AtWork, BotRow } from '../store/bots.ts'
import { listWithAwards, readOpenAwards } from '../store/awards.ts'
import { listWithAnswers, readAnswered } from '../store/confirmations.ts'
import { createWork } from './work.ts'

/** The bots that this process owns: it prepares them and searches for them. */
export type Searches = {
  searcher: Searcher
  /** Takes claimed bots, each until its run, its phase or this worker ends. */
  take(bots: readonly BotRow[]): void
  /** Claimed bots in a phase that do not search yet. */
  beginning(phase: AtWork): number
  /** Ends the newest searches so that others claim them; the accepts in flight are settled first. */
  giveBack(count: number): void
  /** Updates a search of this process: newest filter, mode of the bot, places, and held blocks. */
  rejudge(driverId: string): Promise<void>
  /** Hands a search of this process the offers that its driver confirmed, or that turns gave to them. */
  takeAnswers(driverId: string): Promise<void>
  /** Both, for all searches of this process, by few statements: announcements may have been missed. */
  catchUp(): Promise<void>
  /** Drivers with a search in this process. */
  drivers(): string[]
  /** Resolves when nothing is under way but searches. */
  idle(): Promise<void>
  /** Resolves when no bot is under way any more, accepts in flight settled. */
  drained(): Promise<void>
}

type SearchesOptions = {
  leaseKeeper: LeaseKeeper
  openSearcher(hooks: SearchHooks): Searcher
  /** Frees a bot that this process has let go of. */
  free(leased: LeasedSearch): void
  monotonic(): number
  /** Does what committed steps leave to do. */
  follow: Follow
}

/** Creates the searches of this process over one searcher, which `openSearcher` makes with the hooks. */
export function createSearches(
  deps: BotDeps,
  log: LogWriter,
  { leaseKeeper, openSearcher, free, monotonic, follow }: SearchesOptions,
): Searches {
  const open = new Map<string, OpenSearch>()
  const underWay = new Map<LeasedSearch, Promise<void>>()
  const searcher = openSearcher(createHooks(deps, log, (driverId) => open.get(driverId)))
  const rejudging = createRejudging(deps, searcher, (driverId) => open.get(driverId))
  const turns = createTurns(deps)

  const takeAnswers = async (driverId: string): Promise<void> => {
    if (!open.has(driverId)) return
    try {
      for (const answer of await readAnswered(deps.db, driverId, deps.clock.now()))
        searcher.take(driverId, answer)
      for (const award of await readOpenAwards(deps.db, driverId)) searcher.take(driverId, award)
    } catch (error) {
      deps.logger.warn({ driverId, err: error }, 'what a driver may take was not read')
    }
  }
  const catchUp = async (): Promise<void> => {
    const drivers = [...open.keys()]
    const answererIds = await listWithAnswers(deps.db, drivers, deps.clock.now())
    const winnerIds = await listWithAwards(deps.db, drivers)
    await Promise.all([...answererIds, ...winnerIds].map(takeAnswers))
    await Promise.all(drivers.map(rejudging.rejudge))
  }
  const { lease } = leaseKeeper
  const work = createWork(deps, { searcher, rejudging, turns, open, lease, takeAnswers, follow })

  const takeOne = (bot: BotRow): void => {
    const { driverId, gen, epoch } = bot
    const controller = new AbortController()
    const leased: LeasedSearch = { driverId, gen, epoch, controller, since: monotonic() }
    leaseKeeper.add(leased)
    const working = work.run(bot, leased).finally(() => {
      leaseKeeper.remove(leased)
      underWay.delete(leased)
      free(leased)
    })
    underWay.set(leased, working)
  }

  return {
    searcher,
    take(bots) {
      for (const bot of bots) takeOne(bot)
    },
    beginning: work.beginning,
    giveBack(count) {
      const newest = [...underWay.keys()].slice(-count)
      for (const leased of newest) leased.controller.abort()
    },
    rejudge: rejudging.rejudge,
    takeAnswers,
    catchUp,
    drivers: () => [...open.keys()],
    async idle() {
      while (work.beginning('preparing') + work.beginning('running') > 0)
        await new Promise((turn) => setImmediate(turn))
      await rejudging.idle()
      await turns.idle()
    },
    async drained() {
      while (underWay.size > 0) await Promise.allSettled(underWay.values())
      await turns.idle()
    },
  }
}
