import type { Forecast } from '../../forecast.ts'
import type { Words } from '../../http.ts'

type ForecastWordDeps = {
  forecast: Pick<Forecast, 'read'>
  /** The platform whose stations are forecast. */
  platformName: string
}

/** The operations of forecast. */
export function forecastWord({ forecast, platformName }: ForecastWordDeps): Words['forecast'] {
  return {
    get: ({ driverId }) => forecast.read(driverId, platformName),
  }
}
