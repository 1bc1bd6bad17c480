export const coming = {
  'coming.title': 'Camino en obra',
  'coming.tag': 'Todavía no está',
  'coming.text': 'Esta pantalla aún no está hecha. Hoy nada funciona aquí, y así no te escondemos nada.',
  'coming.will': 'Qué hará',
  'coming.meanwhile': 'Mientras tanto',
  'coming.payment': 'Paga con tarjeta o banco y usa un cupón.',
  'coming.activation': 'Elige 7 o 14 días de suscripción; las semanas que compras se suman.',
  'coming.payment-history': 'Mira cada pago con su número de referencia.',
} as const
