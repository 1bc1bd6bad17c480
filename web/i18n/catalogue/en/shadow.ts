/** Shadow mode and the offers a driver is asked about. */
export const shadow = {
  // Under the state on home.
  'rest.until':
    'The delivery app called the search aggressive and wants none until {when}. You can start before: the bot sleeps until then and goes on by itself.',

  'shadow.intro':
    'The bot works as in a real run: it checks offers, judges them by your filter and rests by your speed. It never accepts anything.',
  'shadow.length': 'How long should it watch?',
  'shadow.minute': 'A minute',
  'shadow.minute_text':
    'The live log test: see at once what your filter does. A minute later you can start for real, at any speed.',
  'shadow.day': 'A day',
  'shadow.three_days': 'Three days',
  'shadow.week': 'A week',
  'shadow.long_text': 'Goes on by itself after the daily stop.',
  'shadow.start': 'Only watch',
  'shadow.starting': 'Starting',
  'shadow.watching': 'Only watching',
  'shadow.left': 'Ends in',
  'shadow.until': 'Only watching until {when}. Nothing is accepted.',
  'shadow.resting': 'The bot rests now. {reason}',
  'shadow.stop': 'End it now',
  'shadow.stopping': 'Ending',
  'shadow.real_title': 'Your bot is hunting for real',
  'shadow.real_text': 'One bot cannot hunt and only watch at once. Stop it on home, then come back.',
  'shadow.home': 'Go to home',
  'shadow.seen': 'Seen',
  'shadow.fits': 'Would try for',
  'shadow.worth': 'Worth',
  'shadow.live': 'Live log',
  'shadow.no_lines': 'Offers show here as they are judged.',
  'shadow.report': 'What it would have tried for',
  'shadow.span': '{from}, for {span}',
  'shadow.ended_early': 'ended early',
  'shadow.honest':
    'Tried for is not won: another driver may have been faster. Offers that overlap count once, tips are included.',
  'shadow.none': 'Nothing fitted',
  'shadow.none_text': 'Your logs tell why each offer was left. A wider filter finds more.',
  'shadow.earlier': 'Earlier runs',
  'shadow.run_line': {
    one: 'would try for {count} of {seen}',
    other: 'would try for {count} of {seen}',
  },
  'shadow.option': 'Only watch (shadow mode)',
  'shadow.option_text': 'Judges offers for a day and accepts nothing.',
  'shadow.option_link': 'Test for a minute, or watch for longer',

  'ask.title': 'Take this one?',
  'ask.seconds': { one: '{count} second left', other: '{count} seconds left' },
  'ask.fails': 'Outside your filter:',
  'ask.take': 'Take it',
  'ask.leave': 'Leave it',
  'ask.taking': 'Trying for it',
  'ask.announce': 'Take this one? {station}, {when}, {hours}, {pay}. You have a minute to answer.',
  'ask.missed': 'Not this time. {why}.',
} as const
