/** The first steps of a new driver. */
export const setup = {
  'setup.title': 'Three steps to your first [block]',
  'setup.done': 'Done',
  'setup.connect': 'Connect your delivery app',
  'setup.connect_text':
    'The bot signs in for you. Your password is encrypted, and no screen ever shows it again.',
  'setup.connected': 'Connected as {email}',
  'setup.filter': 'Choose your pay',
  'setup.filter_text': {
    one: '{count} [station], {from} to {to} every day, {minutes} min to get there. You can change all of it later.',
    other:
      '{count} [stations], {from} to {to} every day, {minutes} min to get there. You can change all of it later.',
  },
  'setup.no_stations': 'Your delivery app lists no [station] for this account yet.',
  'setup.to_stations': 'Read the [stations] again',
  'setup.choose': 'Lowest pay to accept',
  'setup.per_hour': '{pay} an hour',
  'setup.per_trip': '{pay} a trip',
  'setup.would': {
    one: 'Would have won {count} of the last {offers} offers, worth {pay}.',
    other: 'Would have won {count} of the last {offers} offers, worth {pay}.',
  },
  'setup.would_unstated': {
    one: 'Would have won {count} of the last {offers} offers. Its pay is not stated.',
    other: 'Would have won {count} of the last {offers} offers. Their pay is not stated.',
  },
  'setup.would_none': 'None of the last {offers} offers paid that.',
  'setup.counting': 'Counting the last offers',
  'setup.no_history': 'No offers seen at your [stations] yet.',
  'setup.use': 'Use this filter',
  'setup.saving': 'Saving',
  'setup.edit': 'More choices',
  'setup.filter_done': 'Filter saved',
  'setup.start': 'Start the bot',
  'setup.start_text': 'It searches until you stop it, and accepts what fits your filter.',
  'price.start_block': '{block} for each block the bot wins. No win, no fee.',
  'price.start_trip':
    '{curbside} for each curbside trip the bot wins, {shopping} for shopping, {delivery} for delivery. No win, no fee.',
  'price.start_job': '{shift} for each shift the bot wins, {order} for each order. No win, no fee.',
  'price.start_plan': 'Every [block] is included in your plan.',
  'setup.watch': 'Only watch for a day first',
  'setup.live': 'Accept offers from now on',
  'setup.live_busy': 'One moment',
  'setup.next_filter': 'Next: choose your pay',
  'setup.next_start': 'Next: start the bot',
} as const
