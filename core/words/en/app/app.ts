/** The installed app: new versions, offline. */
export const app = {
  'not_found.text': 'No page at this address.',
  'app.old_title': 'App too old',
  'app.old_text': 'Bots do not start. Reload.',
  'app.old_versions': 'You have {version}; you need {minimum}.',
  'app.old_later': 'Later',
  'app.renewing': 'Reloading',
} as const
