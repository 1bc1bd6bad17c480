export const billing = {
  'error.billing.in_progress': 'Tu primer toque sigue en marcha. Espera un momento y mira otra vez.',
  'error.billing.key_reused':
    'Esto ya se envió antes con otros datos. Vuelve a cargar la página e inténtalo.',
  'error.billing.invalid': 'Aún no se guardó: revisa algunos campos.',
  'error.billing.coupon_unknown': 'Este cupón no es válido. Revísalo o déjalo vacío.',
  'error.billing.coupon_not_yet': 'Este cupón todavía no vale. Guárdalo para después y deja esto vacío.',
  'error.billing.coupon_expired': 'Este cupón ya venció. Usa otro o déjalo vacío.',
  'error.billing.coupon_used_up': 'Este cupón ya se usó todas las veces posibles. Usa otro o déjalo vacío.',
  'error.billing.coupon_card_used':
    'Una tarjeta tuya ya se usó con este cupón, en una cuenta que se eliminó. Deja el cupón vacío o usa otro.',
  'error.billing.coupon_used': 'Ya usaste este cupón. Usa otro o déjalo vacío.',
  'error.billing.coupon_not_here': 'Este cupón es solo para suscripciones. Guárdalo para la próxima.',
  'error.billing.coupon_taken': 'Ya hay un cupón con este código. Elige otro código.',
  'error.billing.not_found': 'No lo encontramos. Mira tu lista otra vez.',
  'error.billing.under_way': 'Un pago de esto está en marcha. Míralo antes de empezar otro.',
  'error.billing.paid_already': 'Esto ya está pagado. No hay nada más que hacer.',
  'error.billing.payment_failed': 'El pago falló. Inténtalo otra vez o paga de otra forma.',
  'error.billing.method_missing':
    'Esta forma de pago no está disponible. Elige otra tarjeta o cuenta de banco, o agrega una.',
  'error.billing.gateway_unavailable':
    'El servicio de pagos no responde. Inténtalo en un momento: nada se cobra dos veces.',
  'error.billing.not_for_spark': 'Para tu app de entregas no hay suscripción. Pagas por semana.',
  'error.billing.too_late': 'Esto cambió mientras tanto y ya es tarde. Vuelve a cargar la página y mira.',
  'error.billing.refund_too_much': 'Es más de lo que queda de este pago. Devuelve menos.',
  'error.billing.nothing_to_credit': 'En esta factura ya no queda nada que anular.',
  'error.billing.prices_stale': 'Los precios cambiaron mientras tanto. Mira los nuevos y sigue.',
  'error.coupon_code': 'Usa de 3 a 24 letras, dígitos y guiones.',
  'error.before_start': 'El final viene antes del comienzo.',
} as const
