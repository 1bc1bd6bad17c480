export const release = {
  'release.title': 'Hay una versión nueva de la app.',
  'release.text': 'No pierdes nada de lo que escribiste.',
  'release.take': 'Recargar',
  'release.later': 'Más tarde',
} as const
