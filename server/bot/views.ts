import { readVariant } from '@madruga/core/variants.ts'
import type { Outputs } from '@madruga/core/contract.ts'
import { newBot, reasonNow } from '@madruga/core/bot.ts'
import type { Bot } from '@madruga/core/bot.ts'
import { filterFits } from './life/plan-violation.ts'
import type { BotDeps } from './deps.ts'
import { WORKER_LOST_MS } from './workers/lease-keeper.ts'
import type { Db } from './model.ts'
import { turnInMs } from './workers/share.ts'
import { silentAfterMs } from './search/silence.ts'
import { findPerHour } from './search/fair-share.ts'
import { isAtWork, readBotRow } from './store/bots.ts'
import type { BotRow } from './store/bots.ts'
import { readOwner, readFigures, listPhaseChanges } from './store/views.ts'
import type { Owner } from './store/views.ts'
import { readTurn } from './store/workers.ts'
import { readNextBlock } from './store/blocks.ts'
import { sumPay } from '@madruga/core/pay-sums.ts'

export type BotView = Outputs['bot']['get']
/** A search may pause so long, as when it changes workers, and still reads Running. */
const PAUSE_MS = 5_000

export type Today = Outputs['bot']['today']

/** A driver's bot as the screens show it, with the number of the log line up to which it is true. */
export async function readBot(deps: BotDeps, driverId: string): Promise<BotView> {
  return await deps.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const row = await readBotRow(tx, driverId)
      const now = deps.clock.now()
      const owner = await readOwner(tx, driverId, {
        now,
        silentAfterMs: silentAfterMs(deps.settings),
        pauseMs: PAUSE_MS,
      })
      const bot = row ?? newBot(driverId, readVariant(owner?.variant))
      const { phase, gps, mode, liveLog, dueAt, gen, speed, startedAt, windowStartedAt } = bot
      const { shadowUntil, restUntil } = bot
      const reason = owner?.unreadReason ?? (await readReason(tx, bot, owner))
      const view = {
        phase,
        gps,
        mode,
        liveLog,
        reason,
        dueAt,
        gen,
        speed,
        startedAt,
        windowStartedAt,
        shadowUntil,
        restUntil,
      }
      const starting = row && owner ? await readStarting(tx, row, owner) : null
      return { ...view, starting, silentSince: owner?.silentSince ?? null, seq: owner?.seq ?? 0, now }
    })
}

/** Why the bot is in its state, or why it would not start now. */
async function readReason(tx: Db, bot: Bot, owner: Owner | undefined): Promise<BotView['reason']> {
  return owner ? reasonNow(bot, { ...owner, filterFits: await filterFits(tx, bot.driverId) }) : bot.reason
}

async function readStarting(tx: Db, bot: BotRow, owner: Owner): Promise<BotView['starting']> {
  const { driverId, phase } = bot
  if (!owner.isStarting || owner.silentSince !== null || !isAtWork(phase)) return null
  if (bot.owner !== null) return { aboutMs: 0 }
  return { aboutMs: turnInMs(await readTurn(tx, driverId, phase, WORKER_LOST_MS)) }
}

const NO_FIGURES = {
  seen: 0,
  accepted: 0,
  missed: 0,
  ignored: 0,
  bookedCents: 0,
  booked: [],
  usedThisHour: 0,
}

/**
 * The driver's day so far, in their zone: figures, requests of this hour, the run schedule of runs and
 * sleeps, the next block.
 */
export async function readToday(deps: BotDeps, driverId: string): Promise<Today> {
  const now = deps.clock.now()
  const figures = await readFigures(deps.db, driverId, now)
  const [runSchedule, nextBlock] = await Promise.all([
    readRunSchedule(deps, driverId, figures?.startsAt ?? now, now),
    readNextBlock(deps.db, driverId, now),
  ])
  const perHour = findPerHour(deps, figures?.platform ?? '', figures?.quotaPerHour ?? null)
  const { seen, accepted, missed, ignored, usedThisHour, ...day } = figures ?? NO_FIGURES
  const { payCents, others, payBasis, currency } = sumPay(day.booked)
  // The day's figure adds whatever was booked: of two currencies, only the blocks can tell them apart.
  const bookedCents = others.length === 0 ? day.bookedCents : payCents
  const bookedPay = { payBasis, currency, others }
  const isShared = deps.platforms.shareOf(figures?.platform ?? '') !== null
  const requests = { usedThisHour, perHour, ...(isShared && { shared: true }) }
  return { seen, accepted, missed, ignored, bookedCents, booked: bookedPay, requests, runSchedule, nextBlock }
}

/** Phases of today from the log's state lines, including the one in which the day began. */
async function readRunSchedule(
  deps: BotDeps,
  driverId: string,
  from: number,
  now: number,
): Promise<Today['runSchedule']> {
  const changes = await listPhaseChanges(deps.db, driverId, from, now)
  const periods: Today['runSchedule'] = []
  for (const { at, phase } of changes) {
    const start = Math.max(at, from)
    const last = periods.at(-1)
    if (last?.phase === phase) continue
    if (last) last.to = start
    periods.push({ phase, from: start, to: null })
  }
  return periods
}
