export const spark = {
  'spark.no_match': 'No hay esa tienda.',
  'spark.store_gone': '{name} ya no está',
  'spark.store_gone_hint': 'Toca para quitarla.',

  'spark.kinds': 'Tipos de viaje',
  'spark.curbside_hint': 'Hasta {max} paradas.',
  'spark.shopping_hint': 'Compras y luego entregas. Más de {max} paradas es pedido múltiple.',
  'spark.multiple_hint': 'Varios pedidos, o más de {max} paradas.',
  'spark.from_pay': 'Desde {pay}',
  'spark.min_pay': 'Pago mínimo',
  'spark.max_stops': 'Máximo de paradas',
  'spark.up_to_stops': {
    one: 'hasta {count} parada',
    many: 'hasta {count} de paradas',
    other: 'hasta {count} paradas',
  },

  'spark.miles': 'Millas y pago',
  'spark.miles_hint': 'Los viajes después del último tramo se descartan.',
  'spark.tier': 'Tramo {n}',
  'spark.tier_miles': 'Hasta estas millas',
  'spark.tier_pay': 'Pago mínimo',
  'spark.tier_first': 'Pedir más por más millas',
  'spark.tier_add': 'Agregar un tramo',
  'spark.tier_remove': 'Quitar el tramo {n}',
  'spark.tier_removed': 'Tramo {n} quitado.',
} as const
