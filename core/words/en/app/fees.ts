/** What the service costs, and what is left of a pay. */
export const fees = {
  'prices.title': 'What it costs',
  'prices.basic': 'Pay per win',
  'prices.blocks':
    '{block} per block won, {day} per day of instant offers, {checkIn} per check-in in a week without a win. Billed weekly.',
  'prices.trips':
    'Per trip won: {curbside} curbside, {shopping} shopping, {delivery} delivery. Billed weekly.',
  'prices.advanced': 'Advanced',
  'prices.professional': 'Professional',
  'prices.a_week': '{price} a week',
  'prices.flat': 'Flat, for blocks, instant days and check-ins.',
  'prices.no_card': 'No card to start.',
  'prices.card_percent': 'A card adds {percent} + {fixed}.',
  'prices.card_flat': 'A card adds {fee}.',

  'keep.title': 'What you keep',
  'keep.miles': 'Miles',
  'keep.miles_cost': '{miles} mi, {cost}',
  'keep.miles_unknown': 'Not counted: no location',
  'keep.miles_unpriced': 'Not counted: no cost',
  'keep.unknown': 'Not known',
  'keep.fee': 'Our fee',
  'keep.fee_none': 'None',
  'keep.hour': '{pay} an hour',
  'keep.after_both': 'After miles and fee, without tips.',
  'keep.after_fee': 'After fee, without tips.',
  'keep.after_miles': 'After miles, without tips.',
  'keep.day_both': '{pay}/h after miles and fee',
  'keep.day_fee': '{pay}/h after fee',
  'keep.day_miles': '{pay}/h after miles',
} as const
