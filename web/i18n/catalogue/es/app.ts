export const app = {
  'not_found.title': 'Página no encontrada',
  'not_found.text': 'No hay ninguna página en esta dirección. Ve al inicio.',
  'app.old_title': 'Esta versión de la app es muy vieja',
  'app.old_text': 'Los bots ya no inician con ella. Recarga: no pierdes lo que escribiste.',
  'app.old_versions': 'Tienes la {version}. Necesitas la {minimum} o una más nueva.',
  'app.old_later': 'Más tarde',
  'app.renewing': 'Recargando',
} as const
