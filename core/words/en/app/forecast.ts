/** When stations release. */
export const forecast = {
  'forecast.week': 'When offers drop',
  'forecast.station': '[Station]',
  'forecast.all': 'All my [stations]',
  'forecast.say': 'Most: {day}, {from} to {to}, about {offers} an hour.',
  'forecast.none': 'No offers seen yet.',
  'forecast.thin': {
    one: 'From one day; reliable after about {enough}.',
    other: 'From {count} days; reliable after about {enough}.',
  },
  'forecast.nothing': {
    one: 'No data yet. Let your bot search for a day.',
    other: 'No data yet. Let your bot search for about {count} days.',
  },
  'forecast.how': 'What all bots here saw; newer days count more. Times are local.',
  'forecast.few': 'Few',
  'forecast.many': 'Many',
  'forecast.table': 'Show as a table',
  'forecast.caption': 'Offers per hour, by hour and day',
  'forecast.hour': 'Hour',
  'forecast.times': 'Best times to search',
  'forecast.times_say': 'Your bot can start while you sleep.',
  'forecast.times_thin': 'The best hours will show here.',
  'forecast.times_flat': 'Offers drop evenly all day.',
  'forecast.every_day': 'Every day',
  'forecast.share': '{percent}% of a week’s offers',
  'forecast.autostart': 'Set autostart at {time}',
} as const
