import type { setup as source } from '../en/setup.ts'
import { translate } from '../../model.ts'

export const setup = translate<typeof source>()({
  'setup.title': 'Tres pasos hasta tu primer [bloque]',
  'setup.done': 'Listo',
  'setup.connect': 'Conecta tu app de reparto',
  'setup.connect_text':
    'El bot inicia sesión por ti. Tu contraseña se guarda cifrada y ninguna pantalla la vuelve a mostrar.',
  'setup.connected': 'Conectado como {email}',
  'setup.filter': 'Elige tu pago',
  'setup.filter_text': {
    one: '{count} [estación], de {from} a {to} todos los días, {minutes} min para llegar.',
    many: '{count} [estaciones], de {from} a {to} todos los días, {minutes} min para llegar.',
    other: '{count} [estaciones], de {from} a {to} todos los días, {minutes} min para llegar.',
  },
  'setup.no_tips': 'Las propinas no cuentan para tu pago mínimo.',
  'setup.asks_unpaid': 'Si un [bloque] no indica el pago, te preguntamos.',
  'setup.no_skills': 'Un [bloque] que pide una habilidad se descarta hasta que la agregues.',
  'setup.change_later': 'Después puedes cambiarlo todo.',
  'setup.unpaid':
    'Esta app de reparto no indica el pago de sus trabajos, así que no hay un mínimo que elegir: te preguntamos por cada uno que encaje.',
  'setup.all_same': 'Hasta ahora todos dan lo mismo.',
  'setup.no_stations': 'Tu app de reparto todavía no muestra [estaciones] para esta cuenta.',
  'setup.to_stations': 'Leer las [estaciones] otra vez',
  'setup.choose': 'Lo mínimo que aceptas',
  'setup.per_hour': '{pay} por hora',
  'setup.per_trip':
    '{curbside} curbside (te lo llevan al carro), {shopping} con compras, {multiple} varios pedidos',
  'setup.would': {
    one: 'Habrías ganado {count} de las últimas {offers} ofertas: {pay} en {hours}.',
    many: 'Habrías ganado {count} de las últimas {offers} ofertas: {pay} en {hours}.',
    other: 'Habrías ganado {count} de las últimas {offers} ofertas: {pay} en {hours}.',
  },
  'setup.would_unstated': {
    one: 'Habrías ganado {count} de las últimas {offers} ofertas. Su pago no está indicado.',
    many: 'Habrías ganado {count} de las últimas {offers} ofertas. Su pago no está indicado.',
    other: 'Habrías ganado {count} de las últimas {offers} ofertas. Su pago no está indicado.',
  },
  'setup.would_none': 'Ninguna de las últimas {offers} ofertas pagaba eso.',
  'setup.counting': 'Contando las últimas ofertas',
  'setup.no_history': 'Todavía no se han visto ofertas en tus [estaciones].',
  'setup.use': 'Usar este filtro',
  'setup.saving': 'Guardando',
  'setup.edit': 'Más opciones',
  'setup.filter_done': 'Filtro guardado',
  'setup.start': 'Inicia el bot',
  'setup.start_text': 'Busca hasta que lo detengas y acepta lo que encaja en tu filtro.',
  'price.start_block': '{block} por cada bloque que gane el bot. Si no gana, no pagas.',
  'price.start_trip':
    '{curbside} por cada viaje curbside (te lo llevan al carro) que gane el bot, {shopping} por compras, {delivery} por entrega. Si no gana, no pagas.',
  'price.start_plan': 'Todos los [bloques] están incluidos en tu plan.',
  'setup.watch': 'Primero solo mirar por un día',
  'setup.live': 'Aceptar ofertas desde ahora',
  'setup.live_busy': 'Un momento',
  'setup.next_filter': 'Sigue: elige tu pago',
  'setup.next_start': 'Sigue: inicia el bot',
})
