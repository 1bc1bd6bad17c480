export const invite = {
  'invite.failed': 'No se pudieron cargar tus invitaciones',
  'invite.code': 'Tu código',
  'invite.code_text':
    '{percent}% de descuento en una semana, hasta lo que pague, por cada amigo que se registre con tu código, confirme su teléfono y pague por primera vez con una tarjeta que no sea tuya ni de una cuenta eliminada.',
  'invite.copy': 'Copiar enlace',
  'invite.copied': 'Copiado',
  'invite.copy_failed': 'No se pudo copiar. Mantén presionado el enlace para copiarlo:',
  'invite.share': 'Compartir',
  'invite.share_title': 'Madruga',
  'invite.share_text':
    'Un bot que busca ofertas de entrega y acepta las que quieres. Regístrate con mi código {code}:',

  'invite.friend': 'Invita a un amigo',
  'invite.phone': 'Celular de tu amigo',
  'invite.phone_hint': '10 dígitos. Recibe un mensaje de texto con tu enlace.',
  'invite.send': 'Enviar invitación',
  'invite.sending': 'Enviando…',
  'invite.sent_say': 'La invitación se envió a {phone}.',
  'invite.left_today': {
    one: 'Puedes enviar {count} más hoy.',
    many: 'Puedes enviar {count} más hoy.',
    other: 'Puedes enviar {count} más hoy.',
  },
  'invite.none_left': 'Esa fue la última de hoy. Tu código y tu enlace siguen sirviendo.',

  'invite.credits': 'Tus créditos',
  'invite.earned': 'Ganados',
  'invite.used': 'Usados',
  'invite.available': 'Disponibles',
  'invite.keep': 'Guardar los créditos para una suscripción',
  'invite.keep_hint': 'Las facturas semanales no los usan.',
  'invite.credit_kept':
    'Un crédito descuenta {percent}% de una semana. Se guarda para tu próxima suscripción.',
  'invite.credit_worth':
    'Un crédito descuenta {percent}% de una semana. Se aplica automáticamente a tu próxima suscripción o factura semanal.',
  'invite.credit_invoice':
    'Un crédito descuenta {percent}% de una factura semanal. Se aplica automáticamente.',
  'invite.credit_cap': 'Nunca descuenta más que el primer pago de ese amigo.',
  'invite.credit_full':
    'Con un primer pago de {advanced} recibes el {percent}% completo de una semana de Avanzado, con {professional} de Profesional.',
  'invite.credit_next': 'Tu próximo crédito descuenta hasta {amount}.',
  'invite.credit_all': 'Todos tus créditos descuentan hasta {amount}.',
  'invite.joined': {
    one: '{count} amigo se registró con tu código.',
    many: '{count} de amigos se registraron con tu código.',
    other: '{count} amigos se registraron con tu código.',
  },
  'invite.joined_none': 'Ningún amigo se ha registrado todavía con tu código.',

  'invite.list': 'Invitaciones',
  'invite.list_none': 'Todavía no hay invitaciones',
  'invite.list_none_text':
    'Envía una por teléfono o comparte tu enlace: los amigos que lo usan también cuentan.',
  'invite.list_put_away': 'Todas están archivadas.',
  'invite.sent_at': 'Enviada el {when}',
  'invite.state.sent': 'Enviada',
  'invite.state.joined': 'Se registró',
  'invite.state.earned': 'Pagó: ganaste un crédito',
  'invite.archive': 'Archivar',
  'invite.archived_say': 'Archivada',
  'invite.archived': { one: '{count} archivada', many: '{count} archivadas', other: '{count} archivadas' },
  'invite.bring_back': 'Recuperar',
  'invite.brought_back_say': 'Recuperada',

  'error.referrals.phone_invalid': 'No podemos enviar a este número. Escribe sus 10 dígitos.',
  'error.referrals.self': 'Este es tu propio número. Escribe el de un amigo.',
  'error.referrals.phone_full': 'Ya varios amigos invitaron a este número. Mejor comparte tu enlace.',
  'error.referrals.sent_already': 'Ya invitaste a este número.',
  'error.referrals.too_many': 'Ya enviaste todas las invitaciones de hoy. Intenta mañana.',
  'error.referrals.not_found': 'Esta invitación ya no existe. Recarga la página.',
  'error.referrals.code_unknown': 'Este código no existe. Revísalo o déjalo vacío.',
} as const
