/** The spark filter: stores, kinds of trips, miles. */
export const spark = {
  'spark.stores': 'Stores',
  'spark.stores_hint': 'Tap the stores you drive from.',
  'spark.search': 'Find a store',
  'spark.no_match': 'No store by that name or street.',
  'spark.no_stores': 'Your delivery account shows no stores yet.',
  'spark.store_gone': '{name} is gone',
  'spark.store_gone_hint': 'Tap to take it out.',

  'spark.kinds': 'Kinds of trips',
  'spark.kinds_hint': 'Zero means: not used.',
  'spark.curbside_hint': 'Orders brought to your car. Up to {max} stops.',
  'spark.shopping_hint': 'You shop, then deliver. More than {max} stops is a multiple order.',
  'spark.multiple_hint': 'Several orders in one trip, or more than {max} stops.',
  'spark.min_pay': 'Pays at least',
  'spark.max_stops': 'Stops at most',

  'spark.miles': 'Miles and pay',
  'spark.miles_hint': 'What a trip must pay for its miles. Longer than the last step: left.',
  'spark.tier': 'Step {n}',
  'spark.tier_miles': 'Up to miles',
  'spark.tier_pay': 'Pays at least',
  'spark.tier_first': 'Ask more for more miles',
  'spark.tier_add': 'Another step',
  'spark.tier_remove': 'Remove step {n}',
  'spark.tier_removed': 'Step {n} removed.',

  'spark.other_plan':
    'Your filter was made with a higher edition, and the bot does not hunt by it now. Saved here, it hunts without: {parts}. The old one is kept and can come back with its edition.',
} as const
