export const release = {
  'release.title': 'Hay una app más nueva.',
  'release.text': 'No se pierde nada de lo que escribiste.',
  'release.take': 'Cargarla',
  'release.later': 'Después',
} as const
