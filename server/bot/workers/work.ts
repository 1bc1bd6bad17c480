import { prepareAt } from '@madruga/core/bot.ts'
import type { BotInput } from '@madruga/core/bot.ts'
import { createBatcher } from '../../kit/batcher.ts'
import { openAccessBy } from '../../platforms.ts'
import type { Access, PlatformTrouble } from '../../platforms.ts'
import type { Turns } from '../awards.ts'
import type { BotDeps } from '../deps.ts'
import type { LeasedSearch } from './leased-search.ts'
import { openSearch, runSearch } from '../search/open.ts'
import type { OpenSearch } from '../search/open.ts'
import { finishPreparing, prepareRun, readPrepareFacts } from '../life/prepare.ts'
import type { Prepared } from '../life/prepare.ts'
import { reconcile } from '../accepts/reconcile.ts'
import type { Rejudging } from '../search/rejudge.ts'
import type { Search, Searcher } from '../search/loop.ts'
import { noteTrouble } from '../search/silence.ts'
import { readStarts } from '../search/start-facts.ts'
import type { StartFacts } from '../search/start-facts.ts'
import { applyAsOwner } from '../life/steps.ts'
import { compareWith } from '../held/sync.ts'
import type { Follow } from '../life/steps.ts'
import { isAtWork, readBotRow, readBotRows } from '../store/bots.ts'
import type { AtWork, BotRow } from '../store/bots.ts'
import { createWatches } from '../shadow/watch.ts'

/** The work on bots that this process owns. */
export type Work = {
  /** Works on a claimed bot until it leaves its work or this process; never rejects. */
  run(bot: BotRow, leased: LeasedSearch): Promise<void>
  /** Bots in a phase that do not search yet; those that wait after a failure do not count. */
  beginning(phase: AtWork): number
}

type WorkOptions = {
  searcher: Searcher
  rejudging: Rejudging
  turns: Turns
  /** Searches under way by driver; this module keeps it. */
  open: Map<string, OpenSearch>
  lease: Search['lease']
  takeAnswers(driverId: string): Promise<void>
  /** Does what committed steps leave to do. */
  follow: Follow
}

/** Statements that read what searches begin with are shared by this many bots at most. */
const STARTS_A_BATCH = 64
/** While this many begin, each batch waits so long for more of them: a statement costs as much for one. */
export const MANY = 16
const GATHER_MS = 100
/** The first wait of a bot that cannot begin; it doubles with each failure, and is spread by half. */
const AGAIN_MS = 1_000
const AGAIN_CAP_MS = 60_000
const PHASES = ['preparing', 'running'] as const

/** Creates it. */
export function createWork(deps: BotDeps, options: WorkOptions): Work {
  const { rejudging, follow } = options
  const beginning: Beginning = { preparing: new Set(), running: new Set() }
  const failures = new Map<string, number>()
  const watches = createWatches(deps)
  const { starts, preparing, finished } = createBatches(deps, follow, beginning)

  const begun = (leased: LeasedSearch): void => {
    for (const phase of PHASES) beginning[phase].delete(leased)
  }

  /** Waits `ms` without counting as beginning; ends early if this process loses the bot. */
  const wait = async (leased: LeasedSearch, ms: number): Promise<void> => {
    begun(leased)
    await new Promise<void>((over) => {
      const cancel = deps.clock.after(ms, over)
      leased.controller.signal.addEventListener('abort', () => (cancel(), over()), { once: true })
    })
  }

  const prepareHere = async (bot: BotRow, leased: LeasedSearch): Promise<BotRow | null> => {
    const waitMs = (prepareAt(bot, deps.settings) ?? 0) - deps.clock.now()
    if (waitMs > 0) {
      await wait(leased, waitMs)
      if (leased.controller.signal.aborted) return null
      beginning.preparing.add(leased)
    }
    const came = await prepareRun(deps, bot, await preparing.load(bot))
    if (typeof came === 'object' && 'bot' in came) return nextOf(await finished.load(came), bot)
    return await step(deps, follow, bot, inputOf(deps, bot, came))
  }

  const searchHere = async (bot: BotRow, leased: LeasedSearch): Promise<BotRow | null> => {
    const { driverId } = bot
    const { signal } = leased.controller
    rejudging.watch(driverId)
    const opening = await begin(deps, follow, starts.load, bot, signal)
    if ('next' in opening) return opening.next
    if (signal.aborted) return null
    const { facts, access } = opening
    const here = await openSearch(deps, bot, facts, access, options.lease, watches)
    leased.search = here.search
    leased.window = bot.windowStartedAt
    begun(leased)
    failures.delete(driverId)
    return await searchOpen(deps, options, here, signal, facts.hasAnswers)
  }

  /** A bot that cannot begin waits here, still owned, before anybody tries again. */
  const backOff = async (leased: LeasedSearch, error: unknown): Promise<void> => {
    const { driverId } = leased
    const failureCount = (failures.get(driverId) ?? 0) + 1
    failures.set(driverId, failureCount)
    const mostMs = Math.min(AGAIN_CAP_MS, AGAIN_MS * 2 ** (failureCount - 1))
    deps.logger.warn({ driverId, err: error, failed: failureCount }, 'a bot failed and is tried again')
    await wait(leased, mostMs * (0.5 + deps.random() / 2))
  }

  return {
    async run(bot, leased) {
      const { signal } = leased.controller
      try {
        for (let row: BotRow | null = bot; row !== null && isAtWork(row.phase) && !signal.aborted;) {
          begun(leased)
          beginning[row.phase].add(leased)
          row = row.phase === 'preparing' ? await prepareHere(row, leased) : await searchHere(row, leased)
        }
      } catch (error) {
        if (!signal.aborted) await backOff(leased, error)
      } finally {
        begun(leased)
      }
    },
    beginning: (phase) => beginning[phase].size,
  }
}

/** Bots that begin, by their phase. */
type Beginning = Record<AtWork, Set<LeasedSearch>>

/** What bots that begin do together. */
function createBatches(deps: BotDeps, follow: Follow, { preparing, running }: Beginning) {
  const gatherMs = () => (preparing.size + running.size < MANY ? 0 : GATHER_MS)
  const together = <T, R>(work: (items: readonly T[]) => Promise<readonly R[]>) =>
    createBatcher(work, STARTS_A_BATCH, gatherMs)
  return {
    starts: together((bots: readonly BotRow[]) => readStarts(deps, bots)),
    preparing: together((bots: readonly BotRow[]) => readPrepareFacts(deps, bots)),
    finished: together((runs: readonly Prepared[]) => finishAll(deps, follow, runs)),
  }
}

/** Searches until something ends it; answers the row by which this process continues, if it does. */
async function searchOpen(
  deps: BotDeps,
  { searcher, rejudging, turns, open, takeAnswers, follow }: WorkOptions,
  here: OpenSearch,
  signal: AbortSignal,
  hasAnswers: boolean,
): Promise<BotRow | null> {
  const { bot } = here
  const { driverId } = bot
  open.set(driverId, here)
  const leaveTurns = turns.join(here.search)
  try {
    const isStale = rejudging.opened(driverId)
    if (hasAnswers || isStale) void takeAnswers(driverId)
    const end = await runSearch(deps, searcher, here, signal)
    if (typeof end === 'object') return await meet(deps, follow, bot, end, here.search)
    return end === 'taken' ? null : nextOf(await readBotRow(deps.db, driverId), bot)
  } finally {
    leaveTurns()
    if (open.get(driverId) === here) open.delete(driverId)
    here.search.feed.close()
    await here.watch?.flush()
  }
}

type Begun =
  | { facts: StartFacts & { quotaPerHour: number | null }; access: Access }
  /** What the bot does instead of searching; null = another process, or nothing. */
  | { next: BotRow | null }

/** Settles what an earlier searcher left, and signs in; mostly nothing is open and the tokens are valid. */
async function begin(
  deps: BotDeps,
  follow: Follow,
  load: (bot: BotRow) => Promise<StartFacts>,
  bot: BotRow,
  signal: AbortSignal,
): Promise<Begun> {
  let facts = await load(bot)
  if (facts.hasOpenAttempt) {
    const next = await settleLeft(deps, follow, bot, signal)
    if (next !== bot) return { next }
    facts = await load(bot)
  }
  const account = facts.account?.()
  if (!account) return { next: await step(deps, follow, bot, inputOf(deps, bot, NO_ACCOUNT)) }
  const access = await openAccessBy(deps, bot.driverId, bot.variant, account)
  if (!access.ok) return { next: await meet(deps, follow, bot, access.problem) }
  if (facts.isUncompared) {
    const next = await compareFirst(deps, follow, bot, access.value)
    if (next !== bot) return { next }
    facts = await load(bot)
  }
  return { facts: { ...facts, quotaPerHour: account.quotaPerHour }, access: access.value }
}

/** Reads what the driver holds before their first poll; the same row if the bot still runs afterwards. */
async function compareFirst(
  deps: BotDeps,
  follow: Follow,
  bot: BotRow,
  access: Access,
): Promise<BotRow | null> {
  const comparison = await compareWith(deps, bot, access)
  if (!comparison.ok) return await meet(deps, follow, bot, comparison.problem)
  const { added, changed, steps } = comparison.value
  follow(steps)
  if (added + changed > 0)
    deps.logger.info({ driverId: bot.driverId, added, changed }, 'blocks mended before a search')
  return await stillRunning(deps, bot)
}

/** Settles the accept that an earlier searcher left; the same row if the bot still runs afterwards. */
async function settleLeft(
  deps: BotDeps,
  follow: Follow,
  bot: BotRow,
  signal: AbortSignal,
): Promise<BotRow | null> {
  const { settled, problem } = await reconcile(deps, bot.driverId, signal)
  follow(settled)
  if (problem) return await meet(deps, follow, bot, problem)
  return settled.length === 0 ? bot : await stillRunning(deps, bot)
}

/** The same row if the bot still runs, else the one by which this process continues. */
async function stillRunning(deps: BotDeps, bot: BotRow): Promise<BotRow | null> {
  const now = nextOf(await readBotRow(deps.db, bot.driverId), bot)
  return now?.phase === 'running' ? bot : now
}

const NO_ACCOUNT: PlatformTrouble = {
  trouble: 'sign_in_refused',
  retryAfterMs: null,
  challengeId: null,
  detail: null,
}

/** The row by which this process continues with a bot; null where its run is over or another has it. */
function nextOf(now: BotRow | null, before: BotRow): BotRow | null {
  return now?.gen === before.gen && now.epoch === before.epoch && isAtWork(now.phase) ? now : null
}

/** What a platform's trouble, or a missing account, is to the bot. */
function inputOf(deps: BotDeps, { gen }: BotRow, problem: PlatformTrouble | 'no_platform_account'): BotInput {
  if (problem === 'no_platform_account') return { type: 'preparing_failed', gen, reason: problem }
  const { trouble, retryAfterMs, detail } = problem
  return { type: 'troubled', gen, trouble, retryAfterMs, jitter: deps.random(), detail }
}

/** Takes the step of a trouble that keeps a running bot from searching; `search` is the one that met it. */
async function meet(
  deps: BotDeps,
  follow: Follow,
  bot: BotRow,
  problem: PlatformTrouble,
  search?: Search,
): Promise<BotRow | null> {
  // Before the step, so that the next try is shown as one.
  await noteTrouble(deps, bot, problem, search)
  return await step(deps, follow, bot, inputOf(deps, bot, problem))
}

/** Takes a step of the bot; answers the row by which this process continues, if it does. */
async function step(deps: BotDeps, follow: Follow, bot: BotRow, input: BotInput): Promise<BotRow | null> {
  follow([await applyAsOwner(deps, bot, input)])
  return nextOf(await readBotRow(deps.db, bot.driverId), bot)
}

/** Lets prepared runs begin; answers the rows of their bots, null for one that is gone. */
async function finishAll(
  deps: BotDeps,
  follow: Follow,
  runs: readonly Prepared[],
): Promise<(BotRow | null)[]> {
  follow(await finishPreparing(deps, runs))
  const bots = runs.map(({ bot }) => bot)
  const rows = await readBotRows(
    deps.db,
    bots.map((bot) => bot.driverId),
  )
  const byDriver = new Map(rows.map((row) => [row.driverId, row]))
  return bots.map((bot) => byDriver.get(bot.driverId) ?? null)
}
