import type { Cents } from '../money.ts'
import type { Filter } from './model.ts'
import { isPriced } from './settings.ts'

/** A filter with other minimum pay, and that pay: an hour for blocks and jobs, a curbside trip for trips. */
export type PayChoice = { minCents: Cents; filter: Filter }

/** What a new driver may choose from, percent of the proposal's pay. */
const PERCENTS = [90, 100, 120]

/**
 * The same filter with less, with its own and with more minimum pay, in whole units of its currency, rising;
 * the second one is the filter as it is if that was whole.
 */
export function payChoices(filter: Filter): PayChoice[] {
  return PERCENTS.map((percent) => {
    const scale = (cents: Cents): Cents => Math.round((cents * percent) / 10_000) * 100
    if (isPriced(filter)) {
      const { price } = filter.variant === 'amazon' ? filter.shared : filter
      const minCents = scale(price.perHourMinCents)
      const variant = { ...price, perHourMinCents: minCents }
      return {
        minCents,
        filter:
          filter.variant === 'amazon'
            ? { ...filter, shared: { ...filter.shared, price: variant } }
            : { ...filter, price: variant },
      }
    }
    const { curbside, shopping, multiple } = filter.kinds
    const kinds = {
      curbside: { ...curbside, minPayCents: scale(curbside.minPayCents) },
      shopping: { ...shopping, minPayCents: scale(shopping.minPayCents) },
      multiple: { ...multiple, minPayCents: scale(multiple.minPayCents) },
    }
    return { minCents: kinds.curbside.minPayCents, filter: { ...filter, kinds } }
  })
}
