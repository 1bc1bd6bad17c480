import { sql } from 'kysely'
import type { Bot } from '@madruga/core/bot.ts'
import type { Phase } from '@madruga/core/bot-states.ts'
import type { Db } from '../model.ts'

/**
 * The channel on which what happens to bots is announced: `driver gen phase` when a row changed, `driver
 * judge` when its search has to judge by something new, `driver confirmation` when they said yes to an offer.
 */
export const BOTS_CHANNEL = 'bots'

/**
 * A bot and the searcher that has it: `epoch` is its incarnation, `owner` the process, null when nobody
 * searches.
 */
export type BotRow = Bot & { epoch: number; owner: string | null }

const columns = sql`driver_id as "driverId", variant, phase, gps, mode, live_log as "liveLog", reason, due_at as "dueAt",
  gen, epoch, owner, speed, custom, started_at as "startedAt", window_started_at as "windowStartedAt",
  cool_until as "coolUntil", rest_until as "restUntil", troubles, shadow_until as "shadowUntil"`

/** The driver's bot; null for a driver who never had one. */
export async function readBotRow(db: Db, driverId: string): Promise<BotRow | null> {
  const { rows } = await sql<BotRow>`select ${columns} from bots where driver_id = ${driverId}`.execute(db)
  return rows[0] ?? null
}

/**
 * The driver's bot, made if there was none, locked until the transaction ends; null for a driver who does not
 * exist.
 */
export async function lockBot(tx: Db, driverId: string): Promise<BotRow | null> {
  const { rows } =
    await sql<BotRow>`select ${columns} from bots where driver_id = ${driverId} for update`.execute(tx)
  if (rows[0]) return rows[0]
  await sql`insert into bots (driver_id, variant) select id, variant from drivers where id = ${driverId}
    on conflict do nothing`.execute(tx)
  const made =
    await sql<BotRow>`select ${columns} from bots where driver_id = ${driverId} for update`.execute(tx)
  return made.rows[0] ?? null
}

/** Whether no request of this bot goes out: nothing runs, and no accept is in flight. */
export function isAtRest(phase: Phase): boolean {
  return phase === 'not_running' || phase === 'failed_to_launch' || phase === 'cooling_down'
}

/** Stores a step's bot over the locked one and announces it. Throws when the row is not at `gen` any more. */
export async function storeBot(tx: Db, bot: Bot, gen: number): Promise<void> {
  const custom = bot.custom === null ? null : JSON.stringify(bot.custom)
  const { rows } = await sql`
    with stored as (
      update bots set variant = ${bot.variant}, phase = ${bot.phase}, gps = ${bot.gps}, mode = ${bot.mode},
        live_log = ${bot.liveLog}, reason = ${bot.reason}, due_at = ${instant(bot.dueAt)}, gen = ${bot.gen},
        speed = ${bot.speed}, custom = ${custom}::jsonb, started_at = ${instant(bot.startedAt)},
        window_started_at = ${instant(bot.windowStartedAt)}, cool_until = ${instant(bot.coolUntil)},
        rest_until = ${instant(bot.restUntil)}, troubles = ${bot.troubles}, shadow_until = ${instant(bot.shadowUntil)}, updated_at = clock_timestamp()
      where driver_id = ${bot.driverId} and gen = ${gen} returning driver_id, gen, phase
    )
    select pg_notify(${BOTS_CHANNEL}, concat_ws(' ', driver_id, gen, phase)) from stored`.execute(tx)
  if (rows.length !== 1) throw new Error(`the bot of ${bot.driverId} left run ${gen} under its own lock`)
}

/**
 * Makes this process the searcher of a running bot: a new epoch, so that whatever an earlier searcher still
 * does is fenced. Null when that run is over or not in its running phase.
 */
export async function claimBot(db: Db, driverId: string, gen: number, owner: string): Promise<BotRow | null> {
  const { rows } = await sql<BotRow>`
    update bots set epoch = epoch + 1, owner = ${owner}
    where driver_id = ${driverId} and gen = ${gen} and phase = 'running' returning ${columns}`.execute(db)
  return rows[0] ?? null
}

/** Says that nobody searches for this bot, unless a newer searcher does. */
export async function releaseBot(db: Db, driverId: string, epoch: number): Promise<void> {
  await sql`update bots set owner = null where driver_id = ${driverId} and epoch = ${epoch}`.execute(db)
}

/** The run and phase of a driver's bot, in one statement; undefined for a driver who never had one. */
export function readRun(db: Db, driverId: string): Promise<{ gen: number; phase: Phase } | undefined> {
  return db.selectFrom('bots').select(['gen', 'phase']).where('driver_id', '=', driverId).executeTakeFirst()
}

/** Announces to all processes what happened to a bot, inside a transaction at its commit. */
export async function notifyBots(db: Db, message: string): Promise<void> {
  await sql`select pg_notify(${BOTS_CHANNEL}, ${message})`.execute(db)
}

/** From now on the safety limits count anew. */
export async function resetLimits(tx: Db, driverId: string, now: number): Promise<void> {
  await sql`update bots set limits_reset_at = ${new Date(now)} where driver_id = ${driverId}`.execute(tx)
}

function instant(at: number | null): Date | null {
  return at === null ? null : new Date(at)
}
