/** The live log screen. */
export const log = {
  'log.all': 'All',
  'log.accepted': 'Accepted',
  'log.missed': 'Missed',
  'log.ignored_price': 'Skipped: pay too low',
  'log.ignored_schedule': 'Skipped: outside your hours',
  'log.ignored_time': 'Skipped: starts too soon',
  'log.bot': 'Bot',
  'log.filter_by': 'Show',
  'log.pause': 'Pause',
  'log.resume': 'Resume',
  'log.new': { one: '{count} new line', other: '{count} new lines' },
  'log.older': 'Show older lines',
  'log.beginning': 'Your log starts here.',
  'log.empty': 'Nothing here yet',
  'log.empty_filtered': 'No lines of this kind yet.',
  'log.lines': { one: '{count} line', other: '{count} lines' },
} as const
