import { followForecast, runScheduleOf } from '@madruga/core/bot.ts'
import { stationIdsOf } from '@madruga/core/filters.ts'
import { HOUR_MS } from '@madruga/core/time.ts'
import type { BotDeps } from '../deps.ts'
import type { Search } from './loop.ts'
import type { BotRow } from '../store/bots.ts'

/** A search and the bot that it is of. */
type Scheduled = { bot: BotRow; search: Search }

/** The forecast learns once a day; a search that takes longer takes what is new. */
const RENEW_MS = 6 * HOUR_MS

/**
 * Schedules a search's polls by the expected releases of its filter's stations, if the service enables it and
 * the forecast knows enough of them, and by its speed otherwise. If the forecast cannot be read, the schedule
 * stays as it was.
 */
export async function setPollSchedule(deps: BotDeps, { bot, search }: Scheduled): Promise<void> {
  const { settings } = deps
  // Instant offers are made to one place alone, so that no forecast exists.
  if (!settings.rate.adaptive || !search.rate || bot.mode === 'instant_only') return
  const outlook = await deps.forecast.lookOut(search.platform, stationIdsOf(search.filter.filter))
  // Polls are never faster than the driver's own refresh rate.
  const fastestMs =
    bot.speed === '4X' ? runScheduleOf(bot.speed, bot.custom, settings).pollMs : settings.fastestPollMs
  followForecast(search.rate, outlook, settings.rate, fastestMs, deps.clock.now(), bot.dueAt)
}

/** Sets the poll schedule of a search that begins, and renews it until the returned function is called. */
export function keepPollSchedule(deps: BotDeps, here: Scheduled): () => void {
  // The request rate outlives its searches: the schedule of the last one is over.
  if (here.search.rate) here.search.rate.schedule = null
  let cancel: (() => void) | null = null
  let over = false
  const set = (): void => {
    setPollSchedule(deps, here)
      .catch((error: unknown) =>
        deps.logger.warn({ driverId: here.search.driverId, err: error }, 'the forecast was not read'),
      )
      .finally(() => {
        if (!over) cancel = deps.clock.after(RENEW_MS, set)
      })
  }
  set()
  return () => {
    over = true
    cancel?.()
    if (here.search.rate) here.search.rate.schedule = null
  }
}
