/** A newer release of the app. */
export const release = {
  'release.title': 'There is a newer app.',
  'release.text': 'Nothing you typed is lost.',
  'release.take': 'Load it',
  'release.later': 'Later',
} as const
