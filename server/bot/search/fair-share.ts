import { findPollMs, runScheduleOf } from '@madruga/core/bot.ts'
import type { BotDeps } from '../deps.ts'
import type { Search } from './loop.ts'
import type { BotRow } from '../store/bots.ts'

/** Drivers who come and go change the shares of all others at a platform. */
const RENEW_MS = 10_000

/** Requests an hour of a driver there: their part of a shared limit now, or else what was granted to them. */
export function findPerHour(deps: BotDeps, platformName: string, quotaPerHour: number | null): number {
  const granted = deps.platforms.shareOf(platformName) ?? quotaPerHour
  return Math.min(deps.settings.budget.perHour, granted ?? Number.POSITIVE_INFINITY)
}

/** Fits a search's polls to its share of a limit that drivers share; nothing where each has their own. */
export function fitToShare(deps: BotDeps, { bot, search }: { bot: BotRow; search: Search }): void {
  const { rate, platform } = search
  if (!rate || deps.platforms.shareOf(platform) === null) return
  const perHour = findPerHour(deps, platform, null)
  if (perHour === rate.budget.perHour) return
  rate.budget = { ...rate.budget, perHour }
  rate.pollMs = findPollMs(runScheduleOf(bot.speed, bot.custom, deps.settings), rate.budget)
  search.pollMs = rate.pollMs
}

/** Keeps a search within its share until the returned function is called. */
export function keepToShare(deps: BotDeps, here: { bot: BotRow; search: Search }): () => void {
  if (deps.platforms.shareOf(here.search.platform) === null) return () => {}
  let cancel: (() => void) | null = null
  const fit = (): void => {
    fitToShare(deps, here)
    cancel = deps.clock.after(RENEW_MS, fit)
  }
  fit()
  return () => cancel?.()
}
