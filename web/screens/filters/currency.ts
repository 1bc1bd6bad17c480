import { mainCurrency } from '@madruga/core/pay-sums.ts'
import { useStations } from '../../stations.ts'

/** The currency of a filter's amounts: the one that the driver's platform pays in; null = USD. */
export function useCurrency(): string | null {
  return mainCurrency(useStations().data ?? [])
}
