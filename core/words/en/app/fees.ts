/** What the service costs, and what is left of a pay. */
export const fees = {
  'prices.title': 'What it costs',
  'prices.basic': 'Pay per win',
  'prices.blocks':
    '{block} for each block won, {day} for a day of instant offers, {checkIn} for a check-in in a week without a win. Billed weekly.',
  'prices.trips':
    '{curbside} for each curbside trip won, {shopping} for shopping, {delivery} for delivery. Billed weekly.',
  'prices.advanced': 'Advanced',
  'prices.professional': 'Professional',
  'prices.a_week': '{price} a week',
  'prices.flat': 'One flat price for blocks, instant days and check-ins.',
  'prices.no_card': 'No card needed to start.',
  'prices.card_percent': 'Paying by card adds {percent} + {fixed}.',
  'prices.card_flat': 'Paying by card adds {fee}.',

  'keep.title': 'What you keep',
  'keep.miles': 'Miles',
  'keep.miles_cost': '{miles} mi, {cost}',
  'keep.miles_unknown': 'Not counted: no saved location',
  'keep.miles_unpriced': 'Not counted: no cost per mile',
  'keep.unknown': 'Not known',
  'keep.fee': 'Our fee',
  'keep.fee_none': 'None',
  'keep.hour': '{pay} an hour',
  'keep.after_both': 'After miles and our fee, without tips.',
  'keep.after_fee': 'After our fee, without tips.',
  'keep.after_miles': 'After miles, without tips.',
  'keep.day_both': '{pay} an hour after miles and our fee',
  'keep.day_fee': '{pay} an hour after our fee',
  'keep.day_miles': '{pay} an hour after miles',
} as const
