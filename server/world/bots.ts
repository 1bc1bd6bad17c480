import { createBots } from '../bot.ts'
import type { Bots } from '../bot.ts'
import type { Config } from '../config.ts'
import { createFilters } from '../driver/filters.ts'
import type { Filters } from '../driver/filters.ts'
import { createForecast } from '../driver/forecast.ts'
import type { Forecast } from '../driver/forecast.ts'
import { recordEntries } from '../driver/log.ts'
import type { LogTail } from '../driver/log.ts'
import type { Notify } from '../notify.ts'
import { createObservations } from '../driver/observations.ts'
import type { Observations } from '../driver/observations.ts'
import { readStations } from '../platforms.ts'
import { traceSearches } from '../ops/tracing.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { Later, Overrides } from './model.ts'

/** Creates the bots with what they search by and what they learn: filters, observations, forecast. */
export async function openBots(
  infrastructure: Infrastructure,
  config: Config,
  overrides: Overrides,
  { notify, tail, later }: { notify: Notify; tail: LogTail; later: Later },
): Promise<{ bots: Bots; filters: Filters; observations: Observations; forecast: Forecast }> {
  const {
    clock,
    logger,
    keyRing,
    directUrl,
    acceptConnections,
    database,
    db,
    platforms,
    metrics,
    tracing,
    warn,
  } = infrastructure
  const { settings, role } = config
  const filters = createFilters({
    db,
    clock,
    recordEntries,
    async readStations(driverId, variant) {
      const [name = ''] = await platforms.namesOf([{ driverId, variant }])
      return await readStations(db, driverId, name, variant)
    },
    onSaved: (driverId) => {
      tail.wake(driverId)
      later.bots.filterSaved(driverId).catch(warn('a saved filter was not announced'))
    },
  })
  const observations = createObservations({
    database,
    clock,
    settings: settings.observations,
    onFault: warn('what was offered is not written now; it is kept and tried again'),
  })
  const forecast = createForecast({ db, clock, settings })
  const trace = traceSearches(tracing)
  const bots = await createBots({
    database,
    databaseUrl: directUrl,
    acceptConnections,
    clock,
    settings,
    logger,
    keyRing,
    platforms,
    worker: role === 'all' || role === 'bot' ? config.bot : null,
    notify,
    readyInstant: (driverId, access) => later.instant.ready(driverId, access),
    savedPlace: (driverId) => later.instant.readPlace(driverId),
    observations,
    forecast,
    observe: (hooks) => metrics.countSearches(trace(hooks)),
    ...overrides.bots,
  })
  return { bots, filters, observations, forecast }
}
