/** The installed app: new versions, offline. */
export const app = {
  'not_found.title': 'Page not found',
  'not_found.text': 'There is no page at this address. Go to home to continue.',
  'app.old_title': 'This version of the app is too old',
  'app.old_text':
    'Bots no longer start with this version. Reload: it takes a few seconds. Your bot, your filter and what you typed stay as they are.',
  'app.old_versions': 'You have {version}. You need {minimum} or newer.',
  'app.old_later': 'Later',
  'app.renewing': 'Reloading',
} as const
