/** Lo que cuesta el servicio y lo que queda de un pago. */
export const fees = {
  'prices.title': 'Cuánto cuesta',
  'prices.basic': 'Pagas solo por lo que el bot gana',
  'prices.blocks':
    '{block} por cada bloque ganado, {day} por un día de ofertas instantáneas, {checkIn} por un check-in en una semana sin ganar. Se factura por semana.',
  'prices.trips':
    '{curbside} por cada viaje curbside (te lo llevan al carro) ganado, {shopping} con compras, {delivery} de entrega. Se factura por semana.',
  'prices.advanced': 'Avanzado',
  'prices.professional': 'Profesional',
  'prices.a_week': '{price} por semana',
  'prices.flat': 'Un precio fijo por bloques, días instantáneos y check-ins.',
  'prices.no_card': 'No necesitas tarjeta para empezar.',
  'prices.card_percent': 'Con tarjeta se suma {percent} + {fixed}.',
  'prices.card_flat': 'Con tarjeta se suma {fee}.',

  'keep.title': 'Lo que te queda',
  'keep.miles': 'Millas',
  'keep.miles_cost': '{miles} mi, {cost}',
  'keep.miles_unknown': 'Sin contar: no tienes una ubicación guardada',
  'keep.miles_unpriced': 'Sin contar: no hay costo por milla',
  'keep.unknown': 'No se sabe',
  'keep.fee': 'Nuestra comisión',
  'keep.fee_none': 'Ninguna',
  'keep.hour': '{pay} por hora',
  'keep.after_both': 'Después de millas y nuestra comisión, sin propinas.',
  'keep.after_fee': 'Después de nuestra comisión, sin propinas.',
  'keep.after_miles': 'Después de millas, sin propinas.',
  'keep.day_both': '{pay} por hora después de millas y nuestra comisión',
  'keep.day_fee': '{pay} por hora después de nuestra comisión',
  'keep.day_miles': '{pay} por hora después de millas',
} as const
