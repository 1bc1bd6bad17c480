import { findPollMs, rhythmOf, spendRequest, startPace } from '@madruga/core/bot.ts'
import type { Pace } from '@madruga/core/bot.ts'
import { compileFilter } from '@madruga/core/filters.ts'
import { HOUR_MS } from '@madruga/core/time.ts'
import type { LogWriter } from '../log.ts'
import type { OfferFeed, PlatformTrouble } from '../platforms.ts'
import { readStations } from '../platforms.ts'
import { openAccess, RENEW_BEFORE_MS } from './access.ts'
import type { Access } from './access.ts'
import { readFilter, readHeld } from './facts.ts'
import type { Guard, Ward } from './guard.ts'
import type { HuntPlace } from './hooks.ts'
import { createHooks } from './hooks.ts'
import type { BotKit } from './kit.ts'
import type { EngineAction } from './placement/model.ts'
import { reconcile } from './reconcile.ts'
import { claimBot, readBotRow, releaseBot } from './rows.ts'
import type { BotRow } from './rows.ts'
import type { Hunt, HuntHooks, Searcher } from './search.ts'
import { applyInput, pendingActions } from './steps.ts'

/** The searches of this process. */
export type Hunts = {
  /** Searches for a running bot until its run, phase or this worker ends; rejects to be run again, here or elsewhere. */
  search(driverId: string, gen: number, signal: AbortSignal): Promise<EngineAction[]>
  /** Gives a search of this process the newest filter. */
  refilter(driverId: string): Promise<void>
  /** Drivers searched for here. */
  drivers(): string[]
}

type Placed = HuntPlace & { bot: BotRow; access: Access; hunt: Hunt }

/** The searches of this process over one searcher, which `openSearcher` makes around our hooks. */
export function createHunts(
  kit: BotKit,
  log: LogWriter,
  guard: Guard,
  openSearcher: (hooks: HuntHooks) => Searcher,
): Hunts & { searcher: Searcher } {
  const placed = new Map<string, Placed>()
  const paces = new Map<string, Pace>()
  const searcher = openSearcher(createHooks(kit, log, (driverId) => placed.get(driverId)))

  /** A driver's pace outlives a search, so that the budget holds across sleeps and restarts of the bot. */
  const paceOf = async (bot: BotRow): Promise<Pace> => {
    const now = kit.clock.now()
    const pollMs = findPollMs(rhythmOf(bot.speed, bot.custom, kit.settings), kit.settings.budget)
    const known = paces.get(bot.driverId)
    if (known) {
      known.pollMs = pollMs
      return known
    }
    const pace = startPace(kit.settings.budget, pollMs, now, await readUsed(kit, bot.driverId, now))
    for (const [driverId, old] of paces) if (now - old.seenAt > HOUR_MS) paces.delete(driverId)
    paces.set(bot.driverId, pace)
    return pace
  }

  const open = async (bot: BotRow, access: Access, ward: Ward): Promise<Placed | null> => {
    const { driverId, variant, gen, epoch, liveLog } = bot
    const { platform, tokens } = access
    const now = kit.clock.now()
    const saved = await readFilter(kit.db, driverId, variant)
    if (saved === null) return null
    const [held, stations, pace] = await Promise.all([
      readHeld(kit.db, driverId, now),
      readStations(kit.db, driverId, platform.name, variant),
      paceOf(bot),
    ])
    const hunt: Hunt = {
      driverId,
      gen,
      epoch,
      held,
      pace,
      pollMs: pace.pollMs,
      filter: compileFilter(saved.filter, now),
      filterVersion: saved.version,
      feed: guardFeed(platform.openFeed(tokens, variant), guard, ward),
    }
    const codes = new Map(stations.map((station) => [station.id, station.code]))
    return { bot, access, hunt, platformName: platform.name, liveLog, codes }
  }

  /** Hunts, with tokens renewed in time and after the platform called them expired; answers the trouble or the hand that ended it. */
  const huntOn = async (here: Placed, signal: AbortSignal): Promise<PlatformTrouble | 'ended' | 'taken'> => {
    const { bot, hunt } = here
    const stopRenewing = renewTokens(kit, here)
    const stopWaiting = waitForRecovery(kit, bot)
    try {
      for (let expired = 0; ; expired++) {
        const end = await searcher.hunt(hunt, signal)
        if (end.why !== 'troubled') return end.why === 'ended' ? 'ended' : 'taken'
        if (end.problem.trouble !== 'sign_in_needed' || expired > 0 || signal.aborted) return end.problem
        const renewed = await openAccess(kit, bot.driverId, bot.variant, here.access.tokens.accessToken)
        if (!renewed?.ok) return renewed?.problem ?? end.problem
        here.access = renewed.value
        if (hunt.pace) spendRequest(hunt.pace, kit.clock.now())
        hunt.feed.setTokens(renewed.value.tokens)
      }
    } finally {
      stopRenewing()
      stopWaiting()
    }
  }

  const meet = async (bot: BotRow, problem: PlatformTrouble): Promise<EngineAction[]> => {
    const { trouble, retryAfterMs, detail } = problem
    const { driverId, gen } = bot
    const jitter = kit.random()
    const stepped = await applyInput(kit, driverId, { type: 'troubled', gen, trouble, retryAfterMs, jitter, detail })
    return stepped?.engine ?? []
  }

  const searchAs = async (bot: BotRow, ward: Ward): Promise<EngineAction[]> => {
    const { signal } = ward.controller
    const left = await reconcile(kit, bot.driverId, signal)
    if (left.problem) return await meet(bot, left.problem)
    if (left.settled.length > 0) {
      const now = await readBotRow(kit.db, bot.driverId)
      if (now?.gen !== bot.gen || now.phase !== 'running') return afterSearch(kit, now, bot)
    }
    const access = await openAccess(kit, bot.driverId, bot.variant)
    if (access === null) {
      return await meet(bot, { trouble: 'sign_in_refused', retryAfterMs: null, challengeId: null, detail: null })
    }
    if (!access.ok) return await meet(bot, access.problem)
    const here = await open(bot, access.value, ward)
    if (here === null) throw new Error(`the filter of ${bot.driverId} is gone`)
    placed.set(bot.driverId, here)
    try {
      const end = await huntOn(here, signal)
      if (typeof end === 'object') return await meet(bot, end)
      if (signal.reason instanceof Error && signal.reason.name !== 'AbortError') throw signal.reason
      // Taken from us: whoever did it looks after what comes next.
      if (end === 'taken') return []
      return afterSearch(kit, await readBotRow(kit.db, bot.driverId), bot)
    } finally {
      if (placed.get(bot.driverId) === here) placed.delete(bot.driverId)
      here.hunt.feed.close()
    }
  }

  return {
    searcher,
    drivers: () => [...placed.keys()],
    async search(driverId, gen, signal) {
      const controller = new AbortController()
      const abort = (): void => controller.abort()
      if (signal.aborted) abort()
      signal.addEventListener('abort', abort, { once: true })
      // Known to the guard before the row names us, so that it never takes the bot for an orphan.
      const ward: Ward = { driverId, gen, epoch: -1, controller, since: Number.POSITIVE_INFINITY }
      guard.add(ward)
      try {
        const bot = await claimBot(kit.db, driverId, gen, guard.workerId)
        if (bot === null) return []
        guard.confirm(ward, bot.epoch)
        try {
          return await searchAs(bot, ward)
        } finally {
          await releaseBot(kit.db, driverId, bot.epoch)
        }
      } finally {
        guard.remove(ward)
        signal.removeEventListener('abort', abort)
      }
    },
    async refilter(driverId) {
      const here = placed.get(driverId)
      if (!here) return
      const saved = await readFilter(kit.db, driverId, here.bot.variant)
      if (!saved || saved.version <= here.hunt.filterVersion) return
      searcher.refilter(driverId, compileFilter(saved.filter, kit.clock.now()), saved.version)
    },
  }
}

/** The timer of the phase into which settling has put the bot; none when the row moved on by other hands. */
function afterSearch(kit: BotKit, now: BotRow | null, before: BotRow): EngineAction[] {
  if (now === null || now.gen !== before.gen || now.epoch !== before.epoch) return []
  return pendingActions(now, kit.clock.now()).filter((action) => action.type === 'wake')
}

/** No request goes out of a search that is over or that the database has not confirmed lately. */
function guardFeed(feed: OfferFeed, guard: Guard, ward: Ward): OfferFeed {
  const { signal } = ward.controller
  return {
    poll: (handlers) => !signal.aborted && guard.mayRequest() && feed.poll(handlers),
    accept: (offerId) =>
      signal.aborted || !guard.mayRequest()
        ? Promise.resolve({ outcome: 'unknown', detail: 'not sent: stopped' })
        : feed.accept(offerId),
    setTokens: (tokens) => feed.setTokens(tokens),
    forget: () => feed.forget(),
    close: () => feed.close(),
  }
}

/** Requests of the last hour that another process counted: all of this hour, and the share of the last one still in sight. */
async function readUsed(kit: BotKit, driverId: string, now: number): Promise<number> {
  const hourAt = now - (now % HOUR_MS)
  const rows = await kit.db
    .selectFrom('request_hours')
    .select(['hour_at', 'used'])
    .where('driver_id', '=', driverId)
    .orderBy('hour_at', 'desc')
    .limit(2)
    .execute()
  let used = 0
  for (const row of rows) {
    if (row.hour_at === hourAt) used += row.used
    else if (row.hour_at === hourAt - HOUR_MS) used += row.used * (1 - (now - hourAt) / HOUR_MS)
  }
  return Math.ceil(used)
}

/** Renews the tokens shortly before they end, again and again; the answer stops it. */
function renewTokens(kit: BotKit, here: Placed): () => void {
  let cancel = (): void => {}
  let over = false
  const arm = (): void => {
    const inMs = Math.max(1_000, here.access.tokens.expiresAt - RENEW_BEFORE_MS - kit.clock.now())
    cancel = kit.clock.after(inMs, () => {
      openAccess(kit, here.bot.driverId, here.bot.variant)
        .then((renewed) => {
          if (over || !renewed?.ok) return
          here.access = renewed.value
          here.hunt.feed.setTokens(renewed.value.tokens)
          arm()
        })
        // The platform will say so itself when the tokens are no good.
        .catch((error: unknown) => kit.journal.warn({ error: String(error) }, 'tokens not renewed'))
    })
  }
  arm()
  return () => {
    over = true
    cancel()
  }
}

/** Tells the bot that the platform answers well again, once it has for long enough. */
function waitForRecovery(kit: BotKit, { driverId, gen, troubles }: BotRow): () => void {
  if (troubles === 0) return () => {}
  return kit.clock.after(kit.settings.recoveredMs, () => {
    applyInput(kit, driverId, { type: 'recovered', gen }).catch((error: unknown) =>
      kit.journal.warn({ error: String(error) }, 'recovery not stored'),
    )
  })
}
