/** A newer release of the app. */
export const release = {
  'release.title': 'A new version of the app is ready.',
  'release.text': 'You lose nothing you typed.',
  'release.take': 'Reload',
  'release.later': 'Later',
} as const
