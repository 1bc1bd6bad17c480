export const instances = {
  'admin.tab.platforms': 'Plataformas',
  'instances.add': 'Agregar una plataforma',
  'instances.none': 'Todavía no hay plataformas',
  'instances.none_text':
    'Agrega un CoopCycle o Fleetbase cuyo operador haya dicho que sí. Después los conductores de Mensajería podrán conectarse.',
  'instances.draft_text':
    'Este adaptador está en prueba: ya funcionó con el software de la plataforma, que instalamos nosotros, pero con ningún servidor de un operador. Pruébalo primero con un solo conductor.',
  'instances.disabled': 'Desactivada',
  'instances.authorised': 'Autorizada por {who} el {day}',
  'instances.used_minute': '{used} de {most} consultas en el último minuto',
  'instances.used_hour': '{used} en la última hora; {waited} esperaron, {refused} no se enviaron',
  'instances.drivers': '{connected} conectados, {searching} buscando',
  'instances.test': 'Probar la conexión',
  'instances.testing': 'Probando',
  'instances.answers': 'Responde, como lo hace {software}.',
  'instances.shared_limit':
    'Permite {limit} consultas por minuto, que quizá comparten todas las apps detrás de su proxy. Para más, su operador sube THROTTLE_REQUESTS_PER_MINUTE.',
  'instances.test_first':
    'Le pregunta una vez a la plataforma, tal como está escrito aquí. No se guarda nada y no se inicia la sesión de ningún conductor.',
  'instances.silent': 'No responde. {detail}',
  'instances.key_refused': 'Responde, pero no acepta la clave. Escribe una nueva.',
  'instances.lacks.shift_planning':
    'Responde, pero allí la planificación de turnos está desactivada. Quien la opera tiene que activarla.',
  'instances.lacks.time_zone':
    'Responde, pero su zona horaria no es la del lugar, así que sus turnos tienen horas equivocadas. Su operador tiene que fijar la zona horaria del servidor.',
  'instances.lacks.software': 'Algo responde allí, pero no es {software}. Revisa la dirección.',
  'instances.confirm': 'Confirmación',
  'instances.confirm_none': 'La plataforma misma no la ha confirmado.',
  'instances.confirmed_file': 'Confirmada por un archivo en su servidor, desde {time}',
  'instances.confirmed_mail': 'Confirmada por su administrador el {time}',
  'instances.withdrawn': 'La plataforma ya no la confirma, desde {time}. Pregúntale a su operador por qué.',
  'instances.confirm_title': 'Confirmación de {name}',
  'instances.confirm_text':
    'Los conductores ven “Confirmada por la app de reparto” si su operador pone este archivo en su servidor. Lo leemos otra vez cada día.',
  'instances.confirm_file': 'Dirección del archivo',
  'instances.confirm_content': 'Su contenido',
  'instances.confirm_read': 'Leer el archivo ahora',
  'instances.confirm_email': 'O envía un código a su administrador',
  'instances.confirm_email_hint':
    'admin, administrator, hostmaster, postmaster o webmaster de su dominio, como admin@{domain}.',
  'instances.confirm_send': 'Enviar el código',
  'instances.confirm_sent': 'Enviamos un código a {to}, válido por un día. Pídelo e ingrésalo aquí.',
  'instances.confirm_go': 'Confirmar con el código',
  'instances.confirm_other': 'Usar el archivo, o enviar otro código',
  'instances.confirm_done': 'La plataforma confirmó {name}.',
  'instances.edit': 'Editar',
  'instances.edit_title': 'Editar {name}',
  'instances.disable': 'Desactivar',
  'instances.enable': 'Activar',
  'instances.disable_ask': '¿Desactivar {name}?',
  'instances.disable_text':
    'Las consultas terminan en segundos. Los bots que buscan descansan. Las cuentas se quedan.',
  'instances.enable_ask': '¿Activar {name}?',
  'instances.enable_text': 'Sus conductores pueden conectarse y buscar otra vez.',
  'instances.saved': '{name} se guardó.',
  'instances.save': 'Guardar',
  'instances.kind': 'Software',
  'instances.name': 'Nombre que ven los conductores',
  'instances.base_url': 'Dirección',
  'instances.base_url_hint':
    'Por ejemplo https://api.example.com. Su operador la conoce. Si cambia el servidor, cada conductor inicia sesión otra vez.',
  'instances.key': 'Clave de API',
  'instances.key_hint': 'Se guarda cifrada y no se muestra nunca más.',
  'instances.key_stored': 'Hay una clave guardada. Deja esto vacío para conservarla.',
  'instances.option.currency': 'Moneda del pago del conductor',
  'instances.option.currency_hint':
    'Por ejemplo, USD. La prueba la completa si la plataforma la indica: revísala.',
  'instances.option.timeZone': 'Zona horaria',
  'instances.option.timeZone_hint':
    'Por ejemplo, America/New_York. La prueba la completa si la plataforma la indica: revísala.',
  'instances.option.payMetaKey': 'Clave del pago del conductor',
  'instances.option.payMetaKey_hint':
    'En qué clave meta de un pedido está el pago del conductor, según lo acordado con su operador.',
  'instances.option.socketUrl': 'Dirección de sus eventos',
  'instances.option.socketUrl_hint': 'Si no está en el mismo servidor. Por ejemplo wss://socket.example.com.',
  'instances.optional': 'opcional',
  'instances.authorised_by': 'Autorizada por',
  'instances.authorised_by_hint':
    'Quién dijo que sí por la plataforma: un nombre y cómo contactar a esa persona. Los conductores ven esto.',
  'instances.authorised_on': 'Fecha de la autorización',
  'instances.rate': 'Máximo de consultas por minuto',
  'instances.rate_hint':
    'Las comparten todos los conductores y procesos. Dos instancias en un mismo servidor se suman allí: reparte el límite entre ellas.',
  'instances.private': 'Permitir direcciones privadas',
  'instances.private_hint': 'Solo para una plataforma de tu propia red o de esta máquina.',
} as const
