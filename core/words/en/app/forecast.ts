/** When stations release. */
export const forecast = {
  'forecast.week': 'When offers drop',
  'forecast.station': '[Station]',
  'forecast.all': 'All my [stations]',
  'forecast.say': 'Most drop on {day} from {from} to {to}: about {offers} an hour.',
  'forecast.none': 'No offers have been seen yet.',
  'forecast.thin': {
    one: 'Based on one day so far. Reliable after about {enough} days.',
    other: 'Based on {count} days so far. Reliable after about {enough} days.',
  },
  'forecast.nothing': {
    one: 'No data yet. Let your bot search for a day and come back.',
    other: 'No data yet. Let your bot search: after about {count} days you see here when to start it.',
  },
  'forecast.how': 'What all bots here saw; newer days count more. Times are local to each [station].',
  'forecast.few': 'Few',
  'forecast.many': 'Many',
  'forecast.table': 'Show as a table',
  'forecast.caption': 'Offers expected per hour, by hour and day',
  'forecast.hour': 'Hour',
  'forecast.times': 'Best times to search',
  'forecast.times_say': 'Your bot can start while you sleep.',
  'forecast.times_thin': 'The best hours of your [stations] will show here.',
  'forecast.times_flat': 'Offers drop evenly all day: no hour is better.',
  'forecast.every_day': 'Every day',
  'forecast.share': '{percent}% of a week’s offers',
  'forecast.autostart': 'Set autostart at {time}',
} as const
