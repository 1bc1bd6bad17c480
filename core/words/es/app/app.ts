export const app = {
  'not_found.text': 'No hay página en esta dirección.',
  'app.old_title': 'App muy vieja',
  'app.old_text': 'Los bots no inician. Recarga.',
  'app.old_versions': 'Tienes la {version}; necesitas la {minimum}.',
  'app.old_later': 'Más tarde',
  'app.renewing': 'Recargando',
} as const
