/** When stations release. */
export const forecast = {
  'forecast.week': 'When offers drop',
  'forecast.station': 'Station',
  'forecast.all': 'All my stations',
  'forecast.say': 'Most drop on {day} from {from} to {to}: about {offers} an hour.',
  'forecast.none': 'No drop has been seen yet.',
  'forecast.thin': {
    one: 'Learned from one day so far. Trust it from about {enough} days on.',
    other: 'Learned from {count} days so far. Trust it from about {enough} days on.',
  },
  'forecast.nothing': {
    one: 'Nothing learned yet. Let your bot hunt for a day and look in again.',
    other: 'Nothing learned yet. Let your bot hunt: after about {count} days this tells you when to.',
  },
  'forecast.how':
    'Learned from what all bots here saw, newest days first, by the clock of each station. Hours nobody watched are estimated. Your bot asks more often when more is due, with the same requests an hour.',
  'forecast.few': 'Few',
  'forecast.many': 'Many',
  'forecast.table': 'As a table',
  'forecast.caption': 'Offers expected an hour, by hour and day',
  'forecast.hour': 'Hour',
  'forecast.times': 'Best times to hunt',
  'forecast.times_say': 'Let your bot start by itself, and sleep in.',
  'forecast.times_thin': 'Still learning. Once your stations are known, their best hours stand here.',
  'forecast.times_flat': 'Your stations drop evenly all day: no hour stands out.',
  'forecast.every_day': 'Every day',
  'forecast.share': '{percent}% of a week’s offers',
  'forecast.autostart': 'Set autostart at {time}',
  'forecast.no_stations': 'No stations yet',
  'forecast.no_stations_say':
    'We learn when your stations release. Connect your delivery account to get them.',
  'forecast.connect': 'Connect account',
} as const
