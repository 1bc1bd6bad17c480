import type { courier as source } from '../../en/app/courier.ts'
import { translate } from '../../model.ts'

export const courier = translate<typeof source>()({
  'courier.kinds': 'Tipos de trabajo',
  'courier.kind_shift': 'Turnos',
  'courier.kind_shift_hint': 'Planeados.',
  'courier.kind_order': 'Pedidos',
  'courier.kind_order_hint': 'Una entrega que empieza ya.',

  'courier.pay_idle': 'Esta app no indica pago: pon tu propia tarifa.',
  'courier.unknown_pay': 'Sin pago indicado',
  'courier.unknown_pay_hint': 'Algunas cooperativas no lo indican.',
  'courier.unknown_take': 'Aceptarlo',
  'courier.unknown_take_hint': 'Sin tu mínimo.',
  'courier.unknown_ask': 'Preguntarme',
  'courier.unknown_ask_hint': 'Tienes un minuto.',
  'courier.unknown_leave': 'Descartarlo',
  'courier.unknown_leave_hint': 'Solo con pago indicado.',
  'courier.unknown_own_rate': 'Usar mi propia tarifa',
  'courier.unknown_own_rate_hint': 'Un estimado.',
  'courier.rate_hour': 'Mi tarifa por hora',
  'courier.rate_mile': 'Mi tarifa por milla',

  'courier.length': 'Duración',
  'courier.length_hint': '0 = cualquiera.',
  'courier.shortest': 'Trabajo más corto (min)',
  'courier.longest': 'Trabajo más largo (min)',
  'courier.distance': 'Distancia',
  'courier.distance_hint': '0 = cualquiera. Un máximo descarta trabajos sin distancia, como los turnos.',
  'courier.max_miles': 'Máximo de millas',

  'courier.skills': 'Mis habilidades',
  'courier.skills_hint': 'Los trabajos que piden otras se descartan.',
  'courier.skill_other': 'Otra habilidad',
  'courier.skill_add': 'Agregar',
  'courier.skill_added': 'Se agregó {skill}.',

  'courier.waitlist': 'Si un turno está lleno',
  'courier.waitlist_hint': 'Algunas apps tienen listas de espera.',
  'courier.waitlist_hold': 'Quedarme en la lista de espera',
  'courier.waitlist_hold_hint': 'El tiempo queda libre para él.',
  'courier.waitlist_leave': 'Salir de la lista de espera',
  'courier.waitlist_leave_hint': 'El bot toma otros trabajos.',

  'release.none': 'Aquí no: contacta a tu despachador.',
})
