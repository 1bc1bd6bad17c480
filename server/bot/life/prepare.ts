import type { Station } from '@madruga/core/offers.ts'
import type { PlatformAccount, PlatformTrouble } from '../../platforms.ts'
import {
  notePrepared,
  openAccessBy,
  readAccounts,
  readStationsOfMany,
  saveStations,
  signInAlone,
} from '../../platforms.ts'
import { readHeldBlocks } from '../held/platform-list.ts'
import { goOnline } from './presence.ts'
import { syncAll } from '../held/sync.ts'
import { readDeliveries, readFilters } from '../store/facts.ts'
import type { BotDeps } from '../deps.ts'
import { isSameClaim, lockBots } from '../store/bots.ts'
import type { BotRow } from '../store/bots.ts'
import { applyToMany } from './steps.ts'
import { COMPARING } from './sweeps.ts'
import type { Stepped } from './steps.ts'

/** What a preparation begins with. */
type PrepareFacts = {
  /** Opens the driver's account, or throws; null when there is none. */
  account: (() => PlatformAccount) | null
  /** The driver wants to be logged out of the delivery app. */
  isAlone: boolean
  /** What is stored of the stations at a platform; undefined where that was not read. */
  knownAt(platform: string): readonly Station[] | undefined
}

/** Reads it for many bots by a fixed number of statements. */
export async function readPrepareFacts(deps: BotDeps, bots: readonly BotRow[]): Promise<PrepareFacts[]> {
  const { db, keyRing } = deps
  const names = await deps.platforms.namesOf(bots)
  const owners = bots.map(({ driverId, variant }, index) => ({
    driverId,
    variant,
    platform: names[index] ?? '',
  }))
  const [accounts, filters, stations] = await Promise.all([
    readAccounts(db, keyRing, bots),
    readFilters(db, bots),
    readStationsOfMany(db, owners),
  ])
  return owners.map(({ driverId, platform }) => ({
    account: accounts.get(driverId) ?? null,
    isAlone: filters.get(driverId)?.filter.switches.logOutOfPlatformOnStart ?? false,
    knownAt: (name) => (name === platform ? (stations.get(driverId) ?? []) : undefined),
  }))
}

/** A prepared run: the requests an hour that the platform grants (null = none named), and when. */
export type Prepared = { bot: BotRow; quotaPerHour: number | null; at: number }

/**
 * Prepares a run: signs in (afresh where the driver wants to be logged out of the delivery app), and syncs
 * stations and held blocks. What the bot does then is the caller's.
 */
export async function prepareRun(
  deps: BotDeps,
  bot: BotRow,
  facts: PrepareFacts,
): Promise<PlatformTrouble | 'no_platform_account' | Prepared> {
  const { driverId, variant } = bot
  const account = facts.account?.()
  if (!account) return 'no_platform_account'
  const access = facts.isAlone
    ? await signInAlone(deps, driverId, variant)
    : await openAccessBy(deps, driverId, variant, account)
  if (access === null) return 'no_platform_account'
  if (!access.ok) return access.problem
  const { platform, tokens } = access.value
  const stations = await platform.stations(tokens, variant)
  if (!stations.ok) return stations.problem
  const at = deps.clock.now()
  const knownIds = facts.knownAt(platform.name)
  await saveStations(deps.db, driverId, platform.name, variant, stations.value, knownIds)
  const limits = await platform.limits(tokens)
  // Without a platform limit, the budget of the settings applies.
  const quotaPerHour = limits.ok ? limits.value.quotaPerHour : null
  if (bot.mode !== 'regular') {
    const problem = await deps.readyInstant(driverId, access.value)
    if (problem !== null) return problem
  }
  const problem = await goOnline(deps, bot, access.value)
  if (problem !== null) return problem
  const reading = await readHeldBlocks(deps, driverId, access.value)
  if (!reading.ok) return reading.problem
  await syncAll(deps, driverId, access.value, reading.value)
  return { bot, quotaPerHour, at }
}

/**
 * Tells bots that this process still has that their runs are prepared, in one transaction. Answers the steps.
 */
export async function finishPreparing(deps: BotDeps, runs: readonly Prepared[]): Promise<Stepped[]> {
  await notePrepared(
    deps.db,
    runs.map(({ bot: { driverId, variant }, quotaPerHour, at }) => ({ driverId, variant, quotaPerHour, at })),
    COMPARING,
  )
  const bots = runs.map(({ bot }) => bot)
  const claims = new Map(bots.map((bot) => [bot.driverId, bot]))
  return await applyToMany(
    deps,
    (tx) => lockBots(tx, [...claims.keys()]),
    async (lockedBots, tx) => {
      const rows = lockedBots.filter((row) => isSameClaim(row, claims.get(row.driverId) ?? row))
      const deliveries = await readDeliveries(tx, rows, deps.clock.now())
      return rows.map((bot) => {
        const delivery = deliveries.get(bot.driverId) ?? null
        return { bot, input: { type: 'prepared', gen: bot.gen, delivery } }
      })
    },
  )
}
