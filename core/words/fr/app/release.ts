/** A newer release of the app. */
export const release = {
  'release.title': 'Une nouvelle version de l’appli est prête.',
  'release.text': 'Tu ne perds rien de ta saisie.',
  'release.take': 'Recharger',
  'release.later': 'Plus tard',
} as const
