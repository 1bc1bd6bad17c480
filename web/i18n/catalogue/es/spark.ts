export const spark = {
  'spark.stores': 'Tiendas',
  'spark.stores_hint': 'Toca las tiendas desde donde manejas.',
  'spark.search': 'Buscar una tienda',
  'spark.no_match': 'No hay una tienda con ese nombre o calle.',
  'spark.no_stores': 'Tu cuenta de la app de entregas todavía no muestra tiendas.',
  'spark.store_gone': '{name} ya no está',
  'spark.store_gone_hint': 'Toca para quitarla.',

  'spark.kinds': 'Tipos de viaje',
  'spark.kinds_hint': 'Cero significa: no se usa.',
  'spark.curbside_hint': 'Te llevan los pedidos al auto. Hasta {max} paradas.',
  'spark.shopping_hint': 'Compras y luego entregas. Más de {max} paradas es un pedido múltiple.',
  'spark.multiple_hint': 'Varios pedidos en un viaje, o más de {max} paradas.',
  'spark.min_pay': 'Paga al menos',
  'spark.max_stops': 'Máximo de paradas',

  'spark.miles': 'Millas y pago',
  'spark.miles_hint': 'Lo que un viaje debe pagar por sus millas. Si pasa del último tramo, se deja.',
  'spark.tier': 'Tramo {n}',
  'spark.tier_miles': 'Hasta millas',
  'spark.tier_pay': 'Paga al menos',
  'spark.tier_first': 'Pedir más por más millas',
  'spark.tier_add': 'Otro tramo',
  'spark.tier_remove': 'Quitar el tramo {n}',
  'spark.tier_removed': 'Tramo {n} quitado.',

  'spark.other_plan':
    'Tu filtro se hizo con una edición superior y el bot no caza con él ahora. Guardado aquí, caza sin: {parts}. El anterior se conserva y puede volver con su edición.',
} as const
