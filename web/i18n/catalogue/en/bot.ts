/** Home: states, reasons, starting and stopping, today. */
export const bot = {
  // The seed's names of the states.
  'phase.not_running': 'Not Running',
  'phase.preparing': 'Preparing',
  'phase.running': 'Running',
  'phase.sleeping': 'Sleeping',
  'phase.failed_to_launch': 'Failed To Launch',
  'phase.pending_termination': 'Pending Termination',
  'phase.cooling_down': 'Cooling Down',
  'phase.gps': '{phase} + GPS',

  // The word on the board, readable at arm's length.

  'hint.not_running': 'The bot is not checking offers. Start it when you want a [block].',
  'hint.preparing': 'Signing in to the delivery app.',
  'hint.running': 'Searching for offers. You can lock your phone.',
  'hint.sleeping': 'Sleeping between two searches.',
  'hint.failed_to_launch': 'The bot could not start. Try again in a moment.',
  'hint.pending_termination': 'Finishing the last request. No new offers are accepted.',
  'hint.cooling_down': 'A short wait before you can start again.',
  'hint.starting': {
    one: 'First search in about {count} second.',
    other: 'First search in about {count} seconds.',
  },
  'hint.starting_now': 'Starting now.',
  'hint.waiting': 'Waiting for a free server. The bot starts on its own as soon as there is one.',
  'hint.silent':
    'No request has gone out for {minutes} min. Stop the bot and start it again, or contact support.',

  'due.preparing': 'Ready in',
  'due.running': 'Sleeps in',
  'due.sleeping': 'Searches again in',
  'due.failed_to_launch': 'You can start again in',
  'due.pending_termination': 'Stops in',
  'due.cooling_down': 'You can start again in',
  'due.soon': 'a moment',

  'reason.run_window_over': 'The search time is over. The bot sleeps, then searches again.',
  'reason.sleep_after_award': 'You won a [block]. The bot sleeps, as your filter says.',
  'reason.delivery': 'You are on a delivery. The search starts again when it is over.',
  'reason.guard_misses': 'You missed several offers in a row. The bot sleeps, as your safety limits say.',
  'reason.guard_releases': 'You gave back [blocks] today. The bot sleeps, as your safety limits say.',
  'reason.goal_reached': 'You reached your goal for this week.',
  'reason.shadow_over': 'The watch-only time is over.',
  'reason.aggressive_search':
    'The delivery app says the search was too fast. The bot sleeps until it may search again.',
  'reason.shared_limit':
    'All drivers of this delivery app share a limit of requests, and it is used up. The bot goes on when the app allows it.',
  'reason.human_verification':
    'The delivery app wants to check that you are a person. Solve the check and the search continues.',
  'reason.platform_unavailable': 'The delivery app is not responding. The bot keeps trying on its own.',
  'reason.platform_turned_off':
    'The delivery app is turned off here for now. The bot goes on by itself when it is on again.',
  'reason.driver_stopped': 'You stopped the bot.',
  'reason.daily_stop': 'Every bot stops once a day. You can start again when the daily stop is over.',
  'reason.speed_limit_reached': 'A 2X15 run lasts 3 hours. You can start again after the wait.',
  'reason.suspended': 'Your account is not active, so the bot cannot run.',
  'reason.kill_switch': 'Support has stopped all bots for now. Try again later.',
  'reason.autostop': 'Your autostop task stopped the bot.',
  'reason.subscription_ended': 'Your subscription ended. Renew it to search again.',
  'reason.filter_too_dear':
    'Your filter needs a higher plan. Save it for this plan, or buy the higher one again.',
  'reason.sign_in_refused': 'The delivery app rejected the sign-in. Check its e-mail and password.',
  'reason.no_platform_account': 'No delivery app is connected. Connect one, then start.',
  'reason.unexpected_reply': 'The delivery app sent a reply we do not know. Try again in a while.',

  'home.status': 'Bot status',
  'home.start': 'Start searching',
  'home.starting': 'Starting',
  'home.hold': 'Hold to stop',
  'home.stop_now': 'Stop',
  'home.stop_keep': 'Keep searching',
  'home.stop_ask': 'Stop the bot?',
  'home.stopping': 'Stopping',
  'home.options': 'Start options',

  'today.accepted': 'Accepted',
  'today.seen': 'Seen',
  'today.booked': 'Booked',
  'next.title': 'Next [block]',
  'next.none': 'Nothing booked yet. The next [block] you win shows here.',
  'next.in': 'Starts in {time}',
  'next.now': 'In progress',

  'pay.not_stated': 'Pay not stated',
  'pay.by_rate': 'by your rate',
  'pay.partly': 'estimated',
  'time.about': 'about {time}',
  'tip.projected': '~{tip} tip',
  'booked.title': 'Booked',
  'booked.announce': 'Booked: {station}, {when}, {hours}, {pay}.',
  'say.state': 'Bot status: {state}.',
} as const
