export const errors = {
  'error.request.invalid': 'Algo en el formulario no está bien. Revísalo e intenta de nuevo.',
  'error.request.too_many': 'Demasiados intentos. Espera un minuto.',
  'error.request.forged': 'Esta página está desactualizada. Cárgala otra vez y repite.',
  'error.request.not_found': 'No lo encontramos. Puede que ya no exista.',
  'error.server.fault': 'Algo falló de nuestro lado. Intenta de nuevo en un momento.',
  'error.server.unavailable': 'El servicio está ocupado. Intenta de nuevo en un momento.',
  'error.accounts.signed_out': 'Tu sesión terminó. Entra y sigue.',
  'error.platforms.unavailable': 'La app de entregas no responde. Intenta de nuevo en un momento.',
  'error.bot.stop_failed': 'La parada no llegó. Intenta otra vez ya.',
  'error.bot.already_running': 'Tu bot ya está en marcha.',
  'error.bot.no_filter': 'Todavía no tienes filtro. Guarda uno y arranca.',
  'error.bot.filter_too_dear':
    'Tu filtro tiene más de lo que tu edición permite ahora. Guárdalo para esta edición y arranca.',
  'error.bot.suspended': 'Tu cuenta está suspendida y el bot no puede arrancar.',
  'error.bot.inactive': 'Tu cuenta no está activa. Soporte te puede ayudar.',
  'error.bot.no_subscription': 'No tienes suscripción. Elige una y arranca.',
  'error.bot.server_unavailable': 'No hay servidores disponibles. Intenta en unos minutos.',
  'error.bot.cooling': 'El bot está en pausa. Arranca de nuevo cuando termine.',
  'error.bot.daily_stop': 'Todos los bots están en la parada diaria. Arranca de nuevo en unos minutos.',
  'error.bot.no_location': 'Las ofertas instantáneas necesitan una ubicación guardada. Elige una y arranca.',
  'error.bot.no_device':
    'Las ofertas instantáneas necesitan un id de dispositivo. Pide a soporte que active el tuyo.',
  'error.bot.old_version': 'Esta app es una versión vieja. Cárgala otra vez y arranca.',
  'error.bot.no_platform_account':
    'No hay una cuenta de la app de entregas conectada. Conecta una y arranca.',
  'error.bot.servers_recycling': 'Los servidores se están reciclando. Espera un minuto y arranca.',
  'error.network.unreachable': 'Sin conexión. Revisa tu señal e intenta de nuevo.',
} as const
