export const palette = {
  'palette.title': 'Paleta de comandos',
  'palette.placeholder': 'Ve a una pantalla o ejecuta un comando',
  'palette.found': '{count} comandos',
  'palette.none': 'No hay un comando con ese nombre.',
  'keys.title': 'Atajos de teclado',
  'keys.search': 'Buscar en esta pantalla',
  'keys.arrows': 'Flechas',
  'keys.rows': 'Moverte por una lista de ofertas',
  'keys.letters': 'Atajos de una sola tecla',
  'keys.letters_hint': 'Desactivado: solo funciona Ctrl K.',
} as const
