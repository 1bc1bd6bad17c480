/** The first page, for strangers. */
export const landing = {
  'landing.title': 'Madruga: accepts the delivery {blocks} you want',
  'landing.description':
    'Set your pay, hours and {stations} once. Madruga accepts the offers that fit, and says why it skipped the rest.',
  'landing.sign_in': 'Sign in',
  'landing.hello': 'The {blocks} you want, accepted while you sleep.',
  'landing.picture': 'Home while the bot runs: next block, latest offers, and why each was skipped.',
  'landing.what':
    'Madruga watches your delivery app, accepts the offers that fit within a second, and says why it skipped the rest.',
  'landing.register': 'Create an account',
  'landing.try': 'Try it with play money in 60 seconds',
  'landing.register_note': 'Free. You see every price before you pay.',
  'landing.register_free': 'Signing up and winning are free.',

  'landing.live': 'Offers checked right now',
  'landing.live_text':
    'The example’s filter: {per_hour} an hour or more before tips, starting between {from} and {to}, at least {arrival} minutes to get there.',
  'landing.live_trips':
    'The example’s filter: {curbside} for curbside, {shopping} for shopping, {multiple} for several orders, at least {trip_arrival} minutes to get there.',
  'landing.live_simulated': 'These offers come from the market, a simulated delivery app.',
  'landing.live_none': 'No offers in the last day.',
  'landing.live_loading': 'Loading the latest offers',
  'landing.live_failed': 'Offers cannot be loaded right now.',
  'landing.live_no_script': 'Turn on JavaScript to see the newest offers.',
  'landing.fits': 'Fits',
  'landing.skipped': 'Skipped',
  'landing.by_hour': '{pay} an hour',
  'landing.why.fits': '{pay} an hour: it fits.',
  'landing.why.fits_trip': '{pay} for the trip: it fits.',
  'landing.why.pay': '{value} an hour is below {limit}.',
  'landing.why.trip': '{value} is below {limit} for this kind of trip.',
  'landing.why.hours': 'Starts outside the filter’s hours.',
  'landing.why.soon': 'Starts in {value} min: too soon to get there.',
  'landing.why.pay_unknown': 'Pay not stated: the bot would ask first.',
  'landing.pay_unknown': 'Not stated',
  'landing.why.other': 'It does not fit the filter.',
  'landing.ago': 'seen {time} ago',
  'landing.just_now': 'seen just now',

  'landing.near': 'What it would have won near you',
  'landing.near_text':
    'The same filter on all offers near you in {days} days: what one driver could have worked.',
  'landing.zip': 'ZIP code',
  'landing.near_go': 'Show me',
  'landing.near_busy': 'Checking',
  'landing.near_blocks': { one: '{count} block, {hours}', other: '{count} blocks, {hours}' },
  'landing.near_trips': { one: '{count} trip, {hours}', other: '{count} trips, {hours}' },
  'landing.near_jobs': { one: '{count} job, {hours}', other: '{count} jobs, {hours}' },
  'landing.near_won':
    'around {city}, {state}: of {considered} offers within {miles} miles in {days} days, {fit} fit. One driver could have worked these: no overlaps, time to drive, {week} a week at most.',
  'landing.near_none':
    'Of {considered} offers within {miles} miles of {city}, {state}, in {days} days, none fit.',
  'landing.near_unseen': 'No offers within {miles} miles of {city}, {state}, in {days} days.',
  'landing.near_nearest': 'The nearest: {city}, {state}, {miles} miles away.',
  'landing.near_limits': 'As if every accept won: expect less.',
  'landing.app': 'I drive for',
  'landing.app_amazon': 'Flex style blocks',
  'landing.app_spark': 'Spark style trips',
  'landing.app_courier': 'a co-op (in trial)',

  'landing.prices': 'What it costs',
  'landing.basic': 'Basic',
  'landing.basic_amazon': '{block} for each block you win.',
  'landing.basic_spark': '{trip_least} to {trip_most} for each trip you win.',
  'landing.basic_courier': 'Couriers pay nothing.',
  'landing.basic_week': 'One invoice a week.',
  'landing.advanced': 'Advanced',
  'landing.advanced_text': '{advanced} a week, prepaid: up to three settings for every station.',
  'landing.professional': 'Professional',
  'landing.professional_text':
    '{professional} a week, prepaid: also pay by block length, your own search times.',
  'landing.extras':
    'On Basic, a day of instant offers costs {instant_day}, a check-in {check_in} in a week without a win. You see card fees before you pay.',

  'landing.questions': 'Before you sign up',
  'landing.allowed': 'Do the delivery apps allow it?',
  'landing.allowed_text':
    'Most forbid bots they have not authorized. Madruga works only with apps that authorize it.',
  'landing.allowed_market': 'So far that is its own market, a simulated one.',
  'landing.allowed_courier':
    'Couriers connect to the CoopCycle or Fleetbase of an operator who said yes: both in trial, no operator uses them yet.',
  'landing.allowed_more':
    'It does not imitate apps, evade detection or solve captchas: you do, while it waits.',
  'landing.password': 'How is my delivery app password kept?',
  'landing.password_text':
    'Encrypted with AES-256-GCM, its key stored apart, never shown. Disconnect the app and it is deleted.',
  'landing.who': 'Who runs this service?',
  'landing.who_text': '{operator} runs this service.',
  'landing.who_contact': 'Contact: {contact}',
  'landing.who_unknown':
    'The operator has not given a name yet. Enter no real account’s password until then.',
  'landing.terms': 'Terms and conditions',
  'landing.privacy': 'Privacy policy',
  'landing.script': 'Signing in needs JavaScript. Turn it on and reload.',

  'error.landing.zip_invalid': 'Enter a five-digit ZIP code.',
  'error.landing.zip_unknown': 'Unknown ZIP code. Try one nearby.',
} as const
