/** The live log screen. */
export const log = {
  'log.all': 'All',
  'log.accepted': 'Accepted',
  'log.missed': 'Missed',
  'log.ignored_price': 'Left: price',
  'log.ignored_schedule': 'Left: schedule',
  'log.ignored_time': 'Left: time',
  'log.bot': 'Bot',
  'log.filter_by': 'Show',
  'log.pause': 'Pause',
  'log.resume': 'Resume',
  'log.new': { one: '{count} new line', other: '{count} new lines' },
  'log.older': 'Show older lines',
  'log.beginning': 'This is where your log begins.',
  'log.empty': 'Nothing here yet',
  'log.empty_filtered': 'No line of this kind so far.',
  'log.lines': { one: '{count} line', other: '{count} lines' },
} as const
