/** Lo que cuesta el servicio y lo que queda de un pago. */
export const fees = {
  'prices.title': 'Cuánto cuesta',
  'prices.basic': 'Pagas solo por lo que el bot gana',
  'prices.blocks':
    '{block} por bloque ganado, {day} por día de ofertas instantáneas, {checkIn} por check-in en una semana sin ganar. Se factura por semana.',
  'prices.trips':
    'Por viaje ganado: {curbside} curbside (te lo llevan al carro), {shopping} con compras, {delivery} de entrega. Se factura por semana.',
  'prices.advanced': 'Avanzado',
  'prices.professional': 'Profesional',
  'prices.a_week': '{price} por semana',
  'prices.flat': 'Precio fijo por bloques, días instantáneos y check-ins.',
  'prices.no_card': 'Sin tarjeta para empezar.',
  'prices.card_percent': 'Con tarjeta se suma {percent} + {fixed}.',
  'prices.card_flat': 'Con tarjeta se suma {fee}.',

  'keep.title': 'Lo que te queda',
  'keep.miles': 'Millas',
  'keep.miles_cost': '{miles} mi, {cost}',
  'keep.miles_unknown': 'Sin contar: falta la ubicación',
  'keep.miles_unpriced': 'Sin contar: falta el costo',
  'keep.unknown': 'No se sabe',
  'keep.fee': 'Nuestra comisión',
  'keep.fee_none': 'Ninguna',
  'keep.hour': '{pay} por hora',
  'keep.after_both': 'Después de millas y comisión, sin propinas.',
  'keep.after_fee': 'Después de la comisión, sin propinas.',
  'keep.after_miles': 'Después de millas, sin propinas.',
  'keep.day_both': '{pay}/h después de millas y comisión',
  'keep.day_fee': '{pay}/h después de la comisión',
  'keep.day_miles': '{pay}/h después de millas',
} as const
