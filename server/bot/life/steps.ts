import { stepBot } from '@madruga/core/bot.ts'
import type { Bot, BotInput, BotNotice, IgnoredInput, Step } from '@madruga/core/bot.ts'
import type { StartRefusal } from '@madruga/core/bot-states.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import { recordEntries, recordForMany } from '../../driver/log.ts'
import type { NewEntry } from '../../driver/log.ts'
import { forgetTokens } from '../../platforms.ts'
import type { BotDeps } from '../deps.ts'
import type { Db } from '../model.ts'
import { isSameClaim, lockBot, resetLimits, storeBots } from '../store/bots.ts'
import type { BotRow, Claim } from '../store/bots.ts'
import { turnShadow } from '../store/shadow.ts'
import type { ShadowFigures } from '../store/shadow.ts'

/** What a step did: the bot as it is now, and what is still to be done once the transaction has committed. */
export type Stepped = {
  bot: Bot
  /** Why nothing changed; null when something did or the start was refused. */
  ignored: IgnoredInput | null
  refused: { refusal: StartRefusal; until: number | null } | null
  /** Settle the open accept, then answer `settled`. */
  settleOpen: boolean
}

/** Does what committed steps leave to do; null = no step was taken. */
export type Follow = (steps: readonly (Stepped | null)[]) => void

/** A locked bot and what happens to it. */
export type StepInput = { bot: Bot; input: BotInput }

/** Takes one step of a locked bot inside the caller's transaction. */
export async function stepInside(deps: BotDeps, tx: Db, bot: Bot, input: BotInput): Promise<Stepped> {
  const [result] = await stepAll(deps, tx, [{ bot, input }])
  if (!result) throw new Error('a step has a result')
  return result
}

/**
 * Takes one step of each locked bot inside the caller's transaction: rows, log lines and notices become true
 * together. Rows and lines are one statement each, however many bots there are.
 */
export async function stepAll(deps: BotDeps, tx: Db, inputs: readonly StepInput[]): Promise<Stepped[]> {
  const now = deps.clock.now()
  const steps = inputs.map(({ bot, input }) => ({
    before: bot,
    input,
    ...stepBot(bot, input, now, deps.settings),
  }))
  const changes = steps.filter(({ before, bot }) => bot !== before)
  if (changes.length > 0)
    await storeBots(
      tx,
      changes.map(({ before, bot }) => ({ bot, gen: before.gen })),
    )
  const entries = steps.map(() => [] as NewEntry[])
  const results: Stepped[] = []
  for (const [index, step] of steps.entries())
    results.push(await actOn(deps, tx, step, entries[index] ?? [], now))
  await recordSteps(
    tx,
    steps.map(({ bot }, index) => ({ driverId: bot.driverId, entries: entries[index] ?? [] })),
  )
  return results
}

type TakenStep = Step & { before: Bot; input: BotInput }

/** Does what a stored step asks for within its transaction; its log lines are added to `entries`. */
async function actOn(
  deps: BotDeps,
  tx: Db,
  { before, bot, input, actions }: TakenStep,
  entries: NewEntry[],
  now: Timestamp,
): Promise<Stepped> {
  const result: Stepped = { bot, ignored: null, refused: null, settleOpen: false }
  if (bot !== before && input.type === 'safety_limit_reached') await resetLimits(tx, bot.driverId, now)
  const figures = bot.shadowUntil === before.shadowUntil ? null : await turnShadow(tx, before, bot, now)
  if (isHumanDone(before, bot, input)) await deps.news.humanDone(tx, bot.driverId)
  for (const action of actions) {
    if (action.type === 'record') entries.push({ at: now, ...action.event })
    else if (action.type === 'forget_sign_in')
      await forgetTokens(tx, bot.driverId, before.variant, { refused: false })
    else if (action.type === 'notify') await tell(deps, tx, bot, action.notice, figures, now)
    else if (action.type === 'refused') result.refused = { refusal: action.refusal, ...action.params }
    else if (action.type === 'ignored') result.ignored = action.why
    else result.settleOpen = true
  }
  return result
}

async function tell(
  deps: BotDeps,
  tx: Db,
  bot: Bot,
  notice: BotNotice,
  figures: ShadowFigures | null,
  now: Timestamp,
): Promise<void> {
  if (notice.kind !== 'shadow_over') await deps.news.noticed(tx, bot, notice, now)
  else if (figures !== null) await deps.news.shadowOver(tx, bot.driverId, figures)
}

/** Records the lines of steps: one statement for all bots with a single line, which most have. */
async function recordSteps(
  tx: Db,
  steps: readonly { driverId: string; entries: readonly NewEntry[] }[],
): Promise<void> {
  const single = steps.flatMap(({ driverId, entries: [entry, ...more] }) =>
    entry && more.length === 0 ? [{ driverId, entry }] : [],
  )
  await recordForMany(tx, single)
  for (const { driverId, entries } of steps)
    if (entries.length > 1) await recordEntries(tx, driverId, entries)
}

function isHumanDone(before: Bot, after: Bot, input: BotInput): boolean {
  return input.type === 'human_solved' || (waitsForHuman(before) && !waitsForHuman(after))
}

/** Whether the bot waits for a person to solve the platform's check. */
function waitsForHuman(bot: Bot): boolean {
  const { phase, reason } = bot
  return (phase === 'sleeping' || phase === 'failed_to_launch') && reason === 'human_verification'
}

/**
 * Applies an input to a driver's bot in its own transaction. `input` may look at the locked row first
 * and answer null to do nothing. Null when there is nothing to do or no such driver. What is to be done
 * afterwards is the caller's.
 */
export async function applyInput(
  deps: BotDeps,
  driverId: string,
  input: BotInput | ((bot: BotRow, tx: Db) => Promise<{ bot: Bot; input: BotInput } | null>),
): Promise<Stepped | null> {
  return await deps.db.transaction().execute(async (tx) => {
    const bot = await lockBot(tx, driverId)
    if (bot === null) return null
    if (typeof input !== 'function') return await stepInside(deps, tx, bot, input)
    const choice = await input(bot, tx)
    return choice === null ? null : await stepInside(deps, tx, choice.bot, choice.input)
  })
}

/** The same for what the process met that has a bot by `claim`; null once another process or run has it. */
export async function applyAsOwner(deps: BotDeps, claim: Claim, input: BotInput): Promise<Stepped | null> {
  return await applyInput(deps, claim.driverId, async (bot) =>
    isSameClaim(bot, claim) ? { bot, input } : null,
  )
}

/**
 * Applies inputs to bots that `lock` locks, in one transaction; `choose` leaves out those that stay as they
 * are.
 */
export async function applyToMany(
  deps: BotDeps,
  lock: (tx: Db) => Promise<BotRow[]>,
  choose: (bots: readonly BotRow[], tx: Db) => Promise<StepInput[]>,
): Promise<Stepped[]> {
  return await deps.db.transaction().execute(async (tx) => {
    const bots = await lock(tx)
    return bots.length === 0 ? [] : await stepAll(deps, tx, await choose(bots, tx))
  })
}
