/** The installed app: new versions, offline. */
export const app = {
  'not_found.title': 'This road ends here',
  'not_found.text': 'There is no page at this address. Home is one tap away.',
  'app.old_title': 'This app is an old version',
  'app.old_text':
    'The service does not start bots for it any more. Load it again: that takes a few seconds, and your bot, your filter and what you typed stay as they are.',
  'app.old_versions': 'You have {version}. The oldest one that works is {minimum}.',
  'app.old_later': 'Later',
  'app.renewing': 'Loading the new one',
} as const
