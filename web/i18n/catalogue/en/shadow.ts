/** Shadow mode and confirmation requests. */
export const shadow = {
  // Under the state on home.
  'rest.until':
    'The delivery app says the search was too fast: no search until {when}. You can start now; the bot sleeps until then.',

  'shadow.intro':
    'The bot works as in a real search: it checks offers against your filter and sleeps at your speed. It never accepts anything.',
  'shadow.length': 'How long should it watch?',
  'shadow.minute': 'A minute',
  'shadow.minute_text':
    'See right away what your filter does. After a minute you can start for real, at any speed.',
  'shadow.day': 'A day',
  'shadow.three_days': 'Three days',
  'shadow.week': 'A week',
  'shadow.long_text': 'Continues after the daily stop.',
  'shadow.starting': 'Starting',
  'shadow.watching': 'Watch only',
  'shadow.left': 'Ends in',
  'shadow.until': 'Watch only until {when}. Nothing is accepted.',
  'shadow.resting': 'The bot is sleeping. {reason}',
  'shadow.stop': 'Stop now',
  'shadow.stopping': 'Stopping',
  'shadow.real_title': 'Your bot is already searching',
  'shadow.real_text':
    'The bot cannot search and watch only at the same time. Stop it on home, then come back.',
  'shadow.home': 'Go to home',
  'shadow.seen': 'Seen',
  'shadow.fits': 'Would try for',
  'shadow.worth': 'Worth',
  'shadow.so_far': 'So far',
  'shadow.late': 'Since {when}, up to {seconds} seconds late.',
  'shadow.nothing_yet': 'Nothing seen yet, since {when}.',
  'shadow.since': 'Since {when}, still watching',
  'shadow.none_yet': 'Nothing fit yet.',
  'shadow.live': 'Live log',
  'shadow.no_lines': 'Offers show here as the bot checks them.',
  'shadow.report': 'What it would have tried for',
  'shadow.span': '{from}, for {span}',
  'shadow.ended_early': 'stopped early',
  'shadow.honest':
    'Trying is not winning: another driver may have been faster. It counts only what one person could work, without tips.',
  'shadow.none': 'Nothing fit',
  'shadow.none_text': 'Your logs show why each offer was skipped. A wider filter finds more.',
  'shadow.earlier': 'Earlier tests',
  'shadow.run_line': {
    one: 'would try for {count} of {seen}',
    other: 'would try for {count} of {seen}',
  },
  'shadow.option': 'Watch only',
  'shadow.option_text': 'Checks offers for a day and accepts nothing.',
  'shadow.option_link': 'Test for a minute, or watch longer',

  'confirmation.title': 'Accept this offer?',
  'confirmation.seconds': { one: '{count} second left', other: '{count} seconds left' },
  'confirmation.fails': 'Outside your filter:',
  'confirmation.take': 'Accept',
  'confirmation.leave': 'Decline',
  'confirmation.taking': 'Accepting',
  'confirmation.announce':
    'Accept this offer? {station}, {when}, {hours}, {pay}. You have a minute to answer.',
  'confirmation.waiting': 'Not decided yet',
  'confirmation.missed': 'Not won. {why}.',
} as const
