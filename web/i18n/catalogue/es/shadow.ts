export const shadow = {
  // Under the state on home.
  'rest.until':
    'La app de reparto dice que la búsqueda fue muy rápida: no se puede buscar hasta el {when}. Puedes iniciar ya; el bot descansa hasta entonces.',

  'shadow.intro':
    'El bot trabaja como en una búsqueda real: revisa ofertas con tu filtro y descansa según tu velocidad. Nunca acepta nada.',
  'shadow.length': '¿Cuánto tiempo debe mirar?',
  'shadow.minute': 'Un minuto',
  'shadow.minute_text':
    'Ve enseguida lo que hace tu filtro. Después de un minuto puedes iniciar de verdad, a cualquier velocidad.',
  'shadow.day': 'Un día',
  'shadow.three_days': 'Tres días',
  'shadow.week': 'Una semana',
  'shadow.long_text': 'Sigue después de la parada diaria.',
  'shadow.starting': 'Iniciando',
  'shadow.watching': 'Solo mirar',
  'shadow.left': 'Termina en',
  'shadow.until': 'Solo mira hasta el {when}. No acepta nada.',
  'shadow.resting': 'El bot descansa. {reason}',
  'shadow.stop': 'Detener ahora',
  'shadow.stopping': 'Deteniendo',
  'shadow.real_title': 'Tu bot ya está buscando',
  'shadow.real_text': 'El bot no puede buscar y solo mirar a la vez. Detenlo en Inicio y vuelve.',
  'shadow.home': 'Ir al inicio',
  'shadow.seen': 'Vistas',
  'shadow.fits': 'Intentaría',
  'shadow.worth': 'Valen',
  'shadow.so_far': 'Hasta ahora',
  'shadow.late': 'Desde el {when}, con hasta {seconds} segundos de retraso.',
  'shadow.nothing_yet': 'Aún no ha visto nada, desde el {when}.',
  'shadow.since': 'Desde el {when}, todavía mira',
  'shadow.none_yet': 'Ninguna encajó todavía.',
  'shadow.live': 'Historial en vivo',
  'shadow.no_lines': 'Las ofertas aparecen aquí cuando el bot las revisa.',
  'shadow.report': 'Lo que habría intentado aceptar',
  'shadow.span': '{from}, durante {span}',
  'shadow.ended_early': 'se detuvo antes',
  'shadow.honest':
    'Intentar no es ganar: otro conductor pudo ser más rápido. Solo cuenta lo que una persona podría trabajar, sin propinas.',
  'shadow.none': 'Ninguna encajó',
  'shadow.none_text':
    'Tu historial muestra por qué se descartó cada oferta. Un filtro más amplio encuentra más.',
  'shadow.earlier': 'Pruebas anteriores',
  'shadow.run_line': {
    one: 'intentaría {count} de {seen}',
    many: 'intentaría {count} de {seen}',
    other: 'intentaría {count} de {seen}',
  },
  'shadow.option': 'Solo mirar',
  'shadow.option_text': 'Revisa ofertas durante un día y no acepta nada.',
  'shadow.option_link': 'Prueba un minuto, o mira más tiempo',

  'confirmation.title': '¿Aceptas esta oferta?',
  'confirmation.seconds': {
    one: 'Queda {count} segundo',
    many: 'Quedan {count} segundos',
    other: 'Quedan {count} segundos',
  },
  'confirmation.fails': 'Fuera de tu filtro:',
  'confirmation.take': 'Aceptar',
  'confirmation.leave': 'Rechazar',
  'confirmation.taking': 'Aceptando',
  'confirmation.announce':
    '¿Aceptas esta oferta? {station}, {when}, {hours}, {pay}. Tienes un minuto para responder.',
  'confirmation.waiting': 'Falta que lo confirmen',
  'confirmation.missed': 'No se ganó. {why}.',
} as const
