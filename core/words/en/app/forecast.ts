/** When stations release. */
export const forecast = {
  'forecast.week': 'When offers drop',
  'forecast.station': '[Station]',
  'forecast.all': 'All my [stations]',
  'forecast.say': 'Most: {day}, {from} to {to}, about {offers} an hour.',
  'forecast.none': 'No offers seen yet.',
  'forecast.thin': {
    one: 'From one day; reliable after {enough}.',
    other: 'From {count} days; reliable after {enough}.',
  },
  'forecast.nothing': {
    one: 'Let your bot search for a day.',
    other: 'Let your bot search for {count} days.',
  },
  'forecast.how': 'What all bots saw; newer days count more. Local times.',
  'forecast.few': 'Few',
  'forecast.many': 'Many',
  'forecast.caption': 'Offers by hour and day',
  'forecast.hour': 'Hour',
  'forecast.times': 'Best times',
  'forecast.times_thin': 'They will show here.',
  'forecast.times_flat': 'Offers drop evenly all day.',
  'forecast.every_day': 'Every day',
  'forecast.share': '{percent}% of the week’s offers',
  'forecast.autostart': 'Autostart at {time}',
} as const
