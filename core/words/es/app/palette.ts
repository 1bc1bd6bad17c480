export const palette = {
  'palette.title': 'Ir a',
  'palette.placeholder': 'Pantalla o acción',
  'palette.found': '{count} resultados',
  'keys.title': 'Atajos de teclado',
  'keys.search': 'Buscar en esta pantalla',
  'keys.arrows': 'Flechas',
  'keys.rows': 'Moverte por una lista de ofertas',
  'keys.letters': 'Atajos de una sola tecla',
  'keys.letters_hint': 'Desactivado: solo funciona Ctrl K.',
} as const
