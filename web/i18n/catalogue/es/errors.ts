export const errors = {
  'error.request.invalid': 'Algo en el formulario no está bien. Revísalo e intenta de nuevo.',
  'error.request.too_many': 'Demasiados intentos. Espera un minuto.',
  'error.request.forged': 'Esta página está desactualizada. Recárgala e intenta de nuevo.',
  'error.request.not_found': 'No se encontró. Puede que ya no exista.',
  'error.server.fault': 'Algo falló de nuestro lado. Intenta de nuevo en un momento.',
  'error.server.unavailable': 'El servicio está ocupado. Intenta de nuevo en un momento.',
  'error.accounts.signed_out': 'Tu sesión terminó. Inicia sesión para seguir.',
  'error.platforms.unavailable': 'La app de entregas no responde. Intenta de nuevo en un momento.',
  'error.bot.stop_failed': 'El bot no se detuvo. Intenta otra vez ahora.',
  'error.bot.already_running': 'Tu bot ya está en marcha.',
  'error.bot.no_filter': 'Todavía no tienes filtro. Guarda uno y luego inicia.',
  'error.bot.filter_too_dear':
    'Tu filtro usa más de lo que incluye tu plan. Guárdalo para este plan y luego inicia.',
  'error.bot.suspended': 'Tu cuenta está suspendida y el bot no puede iniciar.',
  'error.bot.inactive': 'Tu cuenta no está activa. Escribe a soporte.',
  'error.bot.no_subscription': 'No tienes suscripción. Elige un plan y luego inicia.',
  'error.bot.server_unavailable': 'No hay servidores disponibles. Intenta en unos minutos.',
  'error.bot.cooling': 'El bot está en pausa. Inicia otra vez cuando termine la espera.',
  'error.bot.daily_stop': 'Es la parada diaria de todos los bots. Inicia otra vez en unos minutos.',
  'error.bot.no_location':
    'Las ofertas instantáneas necesitan una ubicación guardada. Guarda una y luego inicia.',
  'error.bot.no_device':
    'Las ofertas instantáneas necesitan un ID de dispositivo. Pide a soporte que active el tuyo.',
  'error.bot.old_version': 'Esta versión de la app es muy vieja. Recárgala y luego inicia.',
  'error.bot.no_platform_account':
    'No hay una cuenta de la app de entregas conectada. Conecta una y luego inicia.',
  'error.bot.servers_recycling': 'Los servidores se están reiniciando. Espera un minuto y luego inicia.',
  'error.network.unreachable': 'Sin conexión. Revisa tu señal e intenta de nuevo.',
} as const
