import type { RequestHistory } from '@madruga/core/bot.ts'
import type { HeldSpan } from '@madruga/core/filters.ts'
import { readGeographies } from '../../driver/filters.ts'
import type { NamedGeography } from '../../driver/filters.ts'
import { readAccounts } from '../../platforms.ts'
import type { PlatformAccount } from '../../platforms.ts'
import type { BotDeps } from '../deps.ts'
import { listWithOpenAttempt } from '../store/attempts.ts'
import { readBotRows } from '../store/bots.ts'
import type { BotRow } from '../store/bots.ts'
import { listWithAwards } from '../store/awards.ts'
import { listWithAnswers } from '../store/confirmations.ts'
import { readFilters, readHeldOfMany } from '../store/facts.ts'
import type { FilterInForce, Owner } from '../store/facts.ts'
import { silentAfterMs } from './silence.ts'
import { listUncompared, readHistories } from '../store/polls.ts'

/** What a search judges by. */
export type JudgingFacts = {
  /** Null when the driver has none in force. */
  filter: FilterInForce | null
  geography: NamedGeography
  held: HeldSpan[]
}

/** What a search begins with. */
export type StartFacts = JudgingFacts & {
  /** Opens the driver's account, or throws; null when there is none. */
  account: (() => PlatformAccount) | null
  /** What was sent for the driver before; null = nothing that is known. */
  history: RequestHistory | null
  /** An accept may be under way that an earlier searcher left. */
  hasOpenAttempt: boolean
  /** What the driver holds has to be read before the first poll. */
  isUncompared: boolean
  /** The driver confirmed offers that no one has accepted yet, or turns gave them some. */
  hasAnswers: boolean
}

/** Reads what searches begin with, for many bots by a fixed number of statements. */
export async function readStarts(deps: BotDeps, bots: readonly BotRow[]): Promise<StartFacts[]> {
  const { db, keyRing } = deps
  const ids = bots.map((bot) => bot.driverId)
  const [judging, accounts, histories, open, uncompared, answered, awarded] = await Promise.all([
    readJudging(deps, bots),
    readAccounts(db, keyRing, bots),
    readHistories(db, ids),
    listWithOpenAttempt(db, ids),
    listUncompared(db, bots, silentAfterMs(deps.settings)),
    listWithAnswers(db, ids, deps.clock.now()),
    listWithAwards(db, ids),
  ])
  const [hasOpen, isUncompared] = [new Set(open), new Set(uncompared)]
  const hasAnswers = new Set([...answered, ...awarded])
  return bots.map(({ driverId }, index) => ({
    ...(judging[index] ?? NOTHING),
    account: accounts.get(driverId) ?? null,
    history: histories.get(driverId) ?? null,
    hasOpenAttempt: hasOpen.has(driverId),
    isUncompared: isUncompared.has(driverId),
    hasAnswers: hasAnswers.has(driverId),
  }))
}

/** What searches under way judge by now, and the rows of their bots; null for a bot that is gone. */
export async function readJudgingNow(
  deps: BotDeps,
  owners: readonly Owner[],
): Promise<(JudgingFacts & { row: BotRow | null })[]> {
  const [judging, rows] = await Promise.all([
    readJudging(deps, owners),
    readBotRows(
      deps.db,
      owners.map((owner) => owner.driverId),
    ),
  ])
  const byDriver = new Map(rows.map((row) => [row.driverId, row]))
  return owners.map(({ driverId }, index) => ({
    ...(judging[index] ?? NOTHING),
    row: byDriver.get(driverId) ?? null,
  }))
}

const NOTHING: JudgingFacts = { filter: null, geography: { home: null, places: new Map() }, held: [] }

async function readJudging(deps: BotDeps, owners: readonly Owner[]): Promise<JudgingFacts[]> {
  const { db, clock } = deps
  const ids = owners.map((owner) => owner.driverId)
  const names = await deps.platforms.namesOf(owners)
  const platforms = Map.groupBy(
    owners.map((owner, index) => ({ ...owner, platform: names[index] ?? '' })),
    ({ platform }) => platform,
  )
  const [filters, held, ...geographies] = await Promise.all([
    readFilters(db, owners),
    readHeldOfMany(db, ids, clock.now()),
    ...[...platforms].map(([platform, theirs]) =>
      readGeographies(
        db,
        theirs.map((owner) => owner.driverId),
        platform,
      ),
    ),
  ])
  return ids.map((id) => ({
    filter: filters.get(id) ?? null,
    geography: geographies.find((some) => some.has(id))?.get(id) ?? NOTHING.geography,
    held: held.get(id) ?? [],
  }))
}
