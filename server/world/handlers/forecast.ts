import type { Forecast } from '../../forecast.ts'
import type { Handlers } from '../../http.ts'

type ForecastWordDeps = {
  forecast: Pick<Forecast, 'read'>
  /** The platform whose stations are forecast. */
  platformName: string
}

/** The operations of forecast. */
export function forecastHandlers({ forecast, platformName }: ForecastWordDeps): Handlers['forecast'] {
  return {
    get: ({ driverId }) => forecast.read(driverId, platformName),
  }
}
