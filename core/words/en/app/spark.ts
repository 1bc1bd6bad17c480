/** The spark filter: stores, kinds of trips, miles. */
export const spark = {
  'spark.no_match': 'No such store.',
  'spark.store_gone': '{name} is gone',
  'spark.store_gone_hint': 'Tap to remove it.',

  'spark.kinds': 'Kinds of trips',
  'spark.curbside_hint': 'Brought to your car. Up to {max} stops.',
  'spark.shopping_hint': 'You shop, then deliver. Over {max} stops is a multiple order.',
  'spark.multiple_hint': 'Several orders, or over {max} stops.',
  'spark.from_pay': 'From {pay}',
  'spark.min_pay': 'Minimum pay',
  'spark.max_stops': 'Maximum stops',
  'spark.up_to_stops': { one: 'up to {count} stop', other: 'up to {count} stops' },

  'spark.miles': 'Miles and pay',
  'spark.miles_hint': 'Trips beyond the last step are skipped.',
  'spark.tier': 'Step {n}',
  'spark.tier_miles': 'Up to miles',
  'spark.tier_pay': 'Minimum pay',
  'spark.tier_first': 'More pay for more miles',
  'spark.tier_add': 'Add a step',
  'spark.tier_remove': 'Remove step {n}',
  'spark.tier_removed': 'Step {n} removed.',
} as const
