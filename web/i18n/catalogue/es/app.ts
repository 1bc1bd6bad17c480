export const app = {
  'not_found.title': 'Aquí termina el camino',
  'not_found.text': 'No hay ninguna página en esta dirección. El inicio está a un toque.',
  'app.old_title': 'Esta app es una versión vieja',
  'app.old_text':
    'El servicio ya no arranca bots con ella. Cárgala otra vez: toma unos segundos, y tu bot, tu filtro y lo que escribiste se quedan como están.',
  'app.old_versions': 'Tienes la {version}. La más vieja que funciona es la {minimum}.',
  'app.old_later': 'Más tarde',
  'app.renewing': 'Cargando la nueva',
} as const
