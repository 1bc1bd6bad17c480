import type { Cents } from '../money.ts'
import type { Filter } from './model.ts'

/** A filter with other minimum pay, and that pay: an hour for blocks, a curbside trip for trips. */
export type PayChoice = { minCents: Cents; filter: Filter }

/** What a new driver may choose from, percent of the proposal's pay. */
const PERCENTS = [90, 100, 120]

/**
 * The same filter with less, with its own and with more minimum pay, in whole dollars, rising; the second one
 * is the filter as it is if that was in whole dollars.
 */
export function payChoices(filter: Filter): PayChoice[] {
  return PERCENTS.map((percent) => {
    const scale = (cents: Cents): Cents => Math.round((cents * percent) / 10_000) * 100
    if (filter.variant === 'amazon') {
      const { price } = filter.shared
      const minCents = scale(price.perHourMinCents)
      const shared = { ...filter.shared, price: { ...price, perHourMinCents: minCents } }
      return { minCents, filter: { ...filter, shared } }
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
