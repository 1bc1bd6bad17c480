export const bot = {
  'phase.not_running': 'Detenido',
  'phase.preparing': 'Preparando',
  'phase.running': 'En marcha',
  'phase.sleeping': 'Descansando',
  'phase.failed_to_launch': 'Error al iniciar',
  'phase.pending_termination': 'Deteniéndose',
  'phase.cooling_down': 'En pausa',
  'phase.gps': '{phase} + GPS',

  'hint.not_running': 'El bot no está revisando ofertas. Inícialo cuando quieras un [bloque].',
  'hint.preparing': 'Iniciando sesión en la app de entregas.',
  'hint.running': 'Buscando ofertas. Puedes bloquear el teléfono.',
  'hint.sleeping': 'Descansando entre dos búsquedas.',
  'hint.failed_to_launch': 'El bot no pudo iniciar. Intenta de nuevo en un momento.',
  'hint.pending_termination': 'Terminando la última solicitud. Ya no acepta ofertas nuevas.',
  'hint.cooling_down': 'Una espera corta antes de poder iniciar otra vez.',
  'hint.starting': {
    one: 'Primera búsqueda en {count} segundo.',
    many: 'Primera búsqueda en unos {count} de segundos.',
    other: 'Primera búsqueda en unos {count} segundos.',
  },
  'hint.starting_now': 'Iniciando ahora.',
  'hint.waiting': 'Esperando un servidor libre. El bot inicia solo en cuanto haya uno.',
  'hint.silent':
    'No está buscando: hace {minutes} min que no sale ninguna solicitud. Detén el bot e inícialo otra vez. Si no ayuda, escribe a soporte.',

  'due.preparing': 'Listo en',
  'due.running': 'Descansa en',
  'due.sleeping': 'Busca de nuevo en',
  'due.failed_to_launch': 'Puedes iniciar otra vez en',
  'due.pending_termination': 'Se detiene en',
  'due.cooling_down': 'Puedes iniciar otra vez en',
  'due.soon': 'un momento',

  'reason.run_window_over':
    'Terminó el tiempo de búsqueda de tu velocidad. El bot descansa y luego busca otra vez.',
  'reason.sleep_after_award': 'Ganaste un [bloque]. El bot descansa, como dice tu filtro.',
  'reason.delivery': 'Estás en una entrega. La búsqueda sigue cuando termines.',
  'reason.guard_misses': 'Perdiste varias ofertas seguidas. El bot descansa, como dicen tus protecciones.',
  'reason.guard_releases': 'Hoy devolviste [bloques]. El bot descansa, como dicen tus protecciones.',
  'reason.goal_reached': 'Llegaste a tu meta de esta semana.',
  'reason.shadow_over': 'Terminó el tiempo de solo mirar.',
  'reason.aggressive_search':
    'La app de entregas dice que la búsqueda fue muy rápida. El bot descansa hasta que lo permita. Ayuda una velocidad más lenta.',
  'reason.shared_limit':
    'Se agotó el límite de solicitudes que comparten los conductores de esta app. El bot sigue cuando lo permita.',
  'reason.human_verification':
    'La app de entregas quiere comprobar que eres una persona. Resuelve la verificación y sigue.',
  'reason.platform_unavailable': 'La app de entregas no responde. El bot sigue intentando solo.',
  'reason.driver_stopped': 'Detuviste el bot.',
  'reason.daily_stop':
    'Todos los bots se detienen una vez al día. Puedes iniciar otra vez al terminar la parada.',
  'reason.speed_limit_reached':
    'Una búsqueda 2X15 dura 3 horas. Puedes iniciar otra vez después de la espera.',
  'reason.suspended': 'Tu cuenta no está activa y el bot no puede iniciar.',
  'reason.kill_switch': 'Soporte detuvo todos los bots por ahora. Intenta más tarde.',
  'reason.autostop': 'Tu tarea de parada automática detuvo el bot.',
  'reason.subscription_ended': 'Tu suscripción terminó. Renuévala para volver a buscar.',
  'reason.filter_too_dear':
    'Tu filtro usa más de lo que incluye tu plan. Guárdalo para este plan o compra el plan superior.',
  'reason.sign_in_refused':
    'La app de entregas rechazó el inicio de sesión. Revisa tu correo y contraseña de la app.',
  'reason.no_platform_account':
    'No hay una cuenta de la app de entregas conectada. Conecta una y luego inicia.',
  'reason.unexpected_reply': 'La app de entregas dio una respuesta que no conocemos. Intenta en un rato.',

  'home.status': 'Estado del bot',
  'home.start': 'Empezar a buscar',
  'home.starting': 'Iniciando',
  'home.hold': 'Mantén para detener',
  'home.stop_now': 'Detener',
  'home.stop_keep': 'Seguir buscando',
  'home.stop_ask': '¿Detener el bot?',
  'home.stopping': 'Deteniendo',
  'home.options': 'Opciones de inicio',

  'today.accepted': 'Aceptadas',
  'today.seen': 'Vistas',
  'today.booked': 'Reservado',
  'next.title': 'Próximo [bloque]',
  'next.none': 'Aún no hay nada reservado. Aquí verás el próximo [bloque] que ganes.',
  'next.in': 'Empieza en {time}',
  'next.now': 'En curso',

  'pay.not_stated': 'Pago no indicado',
  'pay.by_rate': 'según tu tarifa',
  'pay.partly': 'estimado',
  'time.about': 'aprox. {time}',
  'tip.projected': '~{tip} de propina',
  'booked.title': 'Reservado',
  'booked.announce': 'Reservado: {station}, {when}, {hours}, {pay}.',
  'say.state': 'Estado del bot: {state}.',
} as const
