export const billing = {
  'error.billing.in_progress': 'Seguimos con tu primer toque. Espera un momento.',
  'error.billing.key_reused': 'Algo cambió desde tu primer intento. Recarga e intenta de nuevo.',
  'error.billing.invalid': 'Aún no se guardó: revisa los campos marcados.',
  'error.billing.coupon_unknown': 'Este cupón no es válido. Revísalo o déjalo vacío.',
  'error.billing.coupon_not_yet': 'Este cupón todavía no es válido. Guárdalo para después y deja esto vacío.',
  'error.billing.coupon_expired': 'Este cupón ya venció. Usa otro o déjalo vacío.',
  'error.billing.coupon_used_up': 'Este cupón ya se agotó. Usa otro o déjalo vacío.',
  'error.billing.coupon_card_used':
    'Una tarjeta tuya ya se usó con este cupón, en una cuenta que se eliminó. Deja el cupón vacío o usa otro.',
  'error.billing.coupon_used': 'Ya usaste este cupón. Usa otro o déjalo vacío.',
  'error.billing.coupon_not_here': 'Este cupón es solo para suscripciones. Guárdalo para la próxima.',
  'error.billing.coupon_taken': 'Ya hay un cupón con este código. Elige otro código.',
  'error.billing.not_found': 'No se encontró. Revisa tu lista otra vez.',
  'error.billing.under_way': 'Ya hay un pago en proceso. Revísalo antes de empezar otro.',
  'error.billing.paid_already': 'Esto ya está pagado. No hay nada más que hacer.',
  'error.billing.payment_failed': 'El pago falló. Intenta otra vez o paga de otra forma.',
  'error.billing.method_missing':
    'Este método de pago no está disponible. Elige otra tarjeta o cuenta bancaria, o agrega una.',
  'error.billing.gateway_unavailable':
    'El servicio de pagos no responde. Intenta en un momento: nunca se cobra dos veces.',
  'error.billing.no_plans': 'Para tu app de reparto no hay suscripción. Pagas por semana.',
  'error.billing.too_late': 'Ya es tarde: esto cambió. Recarga para verlo.',
  'error.billing.refund_too_much': 'Es más de lo que queda de este pago. Reembolsa menos.',
  'error.billing.nothing_to_credit': 'En esta factura ya no queda nada que acreditar.',
  'error.billing.prices_stale': 'Los precios cambiaron. Revisa los nuevos y sigue.',
  'error.coupon_code': 'Usa de 3 a 24 letras, dígitos y guiones.',
  'error.before_start': 'El final es antes del inicio.',
} as const
