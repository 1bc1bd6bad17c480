import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Bot } from '@madruga/core/bot.ts'
import type { Phase } from '@madruga/core/bot-states.ts'
import type { Db } from '../model.ts'

/**
 * The channel on which what happens to bots is announced: `driver gen phase` when a row changed, `driver
 * judge` when its search has to judge by something new, `driver confirmation` when they said yes to an offer
 * or a turn gave them one, and `FREED` when a worker gave bots back.
 */
export const BOTS_CHANNEL = 'bots'
export const FREED = 'freed'

/**
 * A bot and the searcher that has it: `epoch` is its incarnation, `owner` the process, null when none
 * searches.
 */
export type BotRow = Bot & { epoch: number; owner: string | null }

/**
 * Whose a bot is: what each write of its searcher compares with the row. The epoch alone is not enough: a
 * database that failed over without its last claims counts an epoch twice.
 */
export type Claim = Pick<BotRow, 'driverId' | 'gen' | 'epoch' | 'owner'>

export const pickClaim = ({ driverId, gen, epoch, owner }: Claim): Claim => ({ driverId, gen, epoch, owner })

/** Whether a locked row is still this claim's. */
export const isSameClaim = (row: Claim, claim: Claim): boolean =>
  row.gen === claim.gen && row.epoch === claim.epoch && row.owner === claim.owner

/** Whether a row of `bots` is still this claim's. */
export const isClaimedBy = ({ driverId, gen, epoch, owner }: Claim): RawBuilder<boolean> =>
  sql`driver_id = ${driverId} and gen = ${gen} and epoch = ${epoch} and owner is not distinct from ${owner}`

const columns = sql`driver_id as "driverId", variant, phase, gps, mode, live_log as "liveLog", reason, due_at as "dueAt",
  gen, epoch, owner, speed, custom, started_at as "startedAt", window_started_at as "windowStartedAt",
  cool_until as "coolUntil", rest_until as "restUntil", troubles, shadow_until as "shadowUntil"`

/** The driver's bot; null for a driver who never had one. */
export async function readBotRow(db: Db, driverId: string): Promise<BotRow | null> {
  const { rows } = await sql<BotRow>`select ${columns} from bots where driver_id = ${driverId}`.execute(db)
  return rows[0] ?? null
}

/** The bots of these drivers, without drivers who never had one. */
export async function readBotRows(db: Db, driverIds: readonly string[]): Promise<BotRow[]> {
  const { rows } =
    await sql<BotRow>`select ${columns} from bots where driver_id = any(${driverIds}::text[])`.execute(db)
  return rows
}

/**
 * The driver's bot, made if there was none, locked until the transaction ends; null for a driver who does not
 * exist.
 */
export async function lockBot(tx: Db, driverId: string): Promise<BotRow | null> {
  return (await lockOrAddBots(tx, [driverId]))[0] ?? null
}

/** The same of many drivers, in their order, without those who do not exist. */
export async function lockOrAddBots(tx: Db, driverIds: readonly string[]): Promise<BotRow[]> {
  const bots = await lockBots(tx, driverIds)
  if (bots.length === driverIds.length) return bots
  await sql`insert into bots (driver_id, variant) select id, variant from drivers where id = any(${driverIds}::text[])
    on conflict do nothing`.execute(tx)
  return await lockBots(tx, driverIds)
}

/** The bots of these drivers, locked in their order until the transaction ends. */
export async function lockBots(tx: Db, driverIds: readonly string[]): Promise<BotRow[]> {
  const { rows } = await sql<BotRow>`
    select ${columns} from bots where driver_id = any(${driverIds}::text[])
    order by bots.driver_id for update`.execute(tx)
  return rows
}

/**
 * Whether the time of a bot counts: while it waits for a process that prepares it, its time to prepare has
 * not begun.
 */
export const TIME_COUNTS = sql`not (bots.phase = 'preparing' and bots.owner is null)`

/** Bots that are due, the longest overdue first, locked; those that another process has locked are left. */
export async function lockDueBots(tx: Db, now: number, most: number): Promise<BotRow[]> {
  const { rows } = await sql<BotRow>`
    select ${columns} from bots where bots.due_at <= ${new Date(now)} and ${TIME_COUNTS}
    order by bots.due_at, bots.driver_id limit ${most} for update skip locked`.execute(tx)
  return rows
}

/** Drivers whose bots are due, the longest overdue first. */
export async function listDue(db: Db, now: number, most: number): Promise<string[]> {
  const { rows } = await sql<{ driverId: string }>`
    select driver_id as "driverId" from bots where due_at <= ${new Date(now)} and ${TIME_COUNTS}
    order by due_at, driver_id limit ${most}`.execute(db)
  return rows.map((row) => row.driverId)
}

/** Whether no request of this bot goes out: nothing runs, and no accept is in flight. */
export function isAtRest(phase: Phase): boolean {
  return phase === 'not_running' || phase === 'failed_to_launch' || phase === 'cooling_down'
}

/**
 * Stores the bots of steps over the locked ones, each at the run that it had. A bot that leaves its work has
 * no owner. Throws when a row is not at that run any more.
 */
export async function storeBots(tx: Db, bots: readonly { bot: Bot; gen: number }[]): Promise<void> {
  const records = bots.map(({ bot, gen }) => ({ ...bot, before: gen, ...instantsOf(bot) }))
  // Named once more: of a JSON text the planner does not know that it holds few, and would read every bot.
  const ids = bots.map(({ bot }) => bot.driverId)
  const { rows } = await sql`
    with given as (
      select * from json_to_recordset(${JSON.stringify(records)}::json) as g ("driverId" text, before int, variant text,
        phase text, gps boolean, mode text, "liveLog" boolean, reason text, "dueAt" timestamptz, gen int, speed text,
        custom jsonb, "startedAt" timestamptz, "windowStartedAt" timestamptz, "coolUntil" timestamptz,
        "restUntil" timestamptz, troubles int, "shadowUntil" timestamptz)
    ), stored as (
      update bots b set variant = g.variant, phase = g.phase, gps = g.gps, mode = g.mode, live_log = g."liveLog",
        reason = g.reason, due_at = g."dueAt", gen = g.gen, speed = g.speed, custom = g.custom,
        started_at = g."startedAt", window_started_at = g."windowStartedAt", cool_until = g."coolUntil",
        rest_until = g."restUntil", troubles = g.troubles, shadow_until = g."shadowUntil",
        owner = case when g.phase in ('preparing', 'running') then b.owner end, updated_at = clock_timestamp()
      from given g where b.driver_id = g."driverId" and b.gen = g.before and b.driver_id = any(${ids}::text[])
      returning b.driver_id
    )
    select driver_id from stored`.execute(tx)
  if (rows.length !== bots.length) throw new Error('a bot left its run under its own lock')
}

/** The phases in which a process owns a bot. */
export type AtWork = 'preparing' | 'running'

/** Whether a process owns a bot in this phase. */
export function isAtWork(phase: Phase): phase is AtWork {
  return phase === 'preparing' || phase === 'running'
}

/**
 * Makes a process the owner of bots without one, the longest waiting first: each in a new incarnation, so
 * that whatever an earlier searcher still does is fenced. Processes never wait for each other here. Those
 * that prepare have until `dueAt` at least.
 */
export async function claimBots(
  db: Db,
  owner: string,
  { phase, most, dueAt }: { phase: AtWork; most: number; dueAt: number },
): Promise<BotRow[]> {
  const { rows } = await sql<BotRow>`
    update bots set epoch = epoch + 1, owner = ${owner},
      due_at = case when phase = 'preparing' then greatest(due_at, ${new Date(dueAt)}) else due_at end
    where bots.driver_id = any(array(select w.driver_id from bots w where w.owner is null and w.phase = ${phase}
      order by w.updated_at, w.driver_id limit ${most} for update skip locked))
    returning ${columns}`.execute(db)
  return rows
}

/** The run and phase of a driver's bot, in one statement; undefined for a driver who never had one. */
export function readRun(db: Db, driverId: string): Promise<{ gen: number; phase: Phase } | undefined> {
  return db.selectFrom('bots').select(['gen', 'phase']).where('driver_id', '=', driverId).executeTakeFirst()
}

/** Announces to all processes what happened to bots; inside a transaction at its commit. */
export async function notifyBots(db: Db, messages: readonly string[]): Promise<void> {
  await sql`select pg_notify(${BOTS_CHANNEL}, message) from unnest(${messages}::text[]) as m (message)`.execute(
    db,
  )
}

/** Drivers with an account at a platform whose bot searches there or rests. */
export async function listAtWork(db: Db, platform: string): Promise<string[]> {
  const { rows } = await sql<{ driverId: string }>`
    select b.driver_id as "driverId" from bots b
    join platform_accounts a on a.driver_id = b.driver_id and a.variant = b.variant
    where a.platform = ${platform} and b.owner is not null`.execute(db)
  return rows.map(({ driverId }) => driverId)
}

/** From now on the safety limits count anew. */
export async function resetLimits(tx: Db, driverId: string, now: number): Promise<void> {
  await sql`update bots set limits_reset_at = ${new Date(now)} where driver_id = ${driverId}`.execute(tx)
}

/** The bot's times as texts that PostgreSQL reads. */
function instantsOf(bot: Bot) {
  return {
    dueAt: instant(bot.dueAt),
    startedAt: instant(bot.startedAt),
    windowStartedAt: instant(bot.windowStartedAt),
    coolUntil: instant(bot.coolUntil),
    restUntil: instant(bot.restUntil),
    shadowUntil: instant(bot.shadowUntil),
  }
}

function instant(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
