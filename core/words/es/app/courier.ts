import type { courier as source } from '../../en/app/courier.ts'
import { translate } from '../../model.ts'

export const courier = translate<typeof source>()({
  'courier.kinds': 'Tipos de trabajo',
  'courier.kind_shift': 'Turnos',
  'courier.kind_shift_hint': 'Planeados, con hora de inicio y de fin.',
  'courier.kind_order': 'Pedidos',
  'courier.kind_order_hint': 'Una entrega que empieza ahora.',

  'courier.pay_idle': 'Esta app no indica pago: un mínimo necesita tu propia tarifa.',
  'courier.unknown_pay': 'Si no se indica el pago',
  'courier.unknown_pay_hint': 'Algunas cooperativas y empresas no indican pago.',
  'courier.unknown_take': 'Aceptarlo',
  'courier.unknown_take_hint': 'No se revisa tu pago mínimo.',
  'courier.unknown_ask': 'Preguntarme',
  'courier.unknown_ask_hint': 'Tienes un minuto para decir que sí.',
  'courier.unknown_leave': 'Descartarlo',
  'courier.unknown_leave_hint': 'Solo se aceptan trabajos con pago indicado.',
  'courier.unknown_own_rate': 'Usar mi propia tarifa',
  'courier.unknown_own_rate_hint': 'Se muestra como estimado en todas partes.',
  'courier.rate_hour': 'Mi tarifa por hora',
  'courier.rate_mile': 'Mi tarifa por milla',

  'courier.length': 'Duración',
  'courier.length_hint': '0 = cualquiera.',
  'courier.shortest': 'Trabajo más corto (min)',
  'courier.longest': 'Trabajo más largo (min)',
  'courier.distance': 'Distancia',
  'courier.distance_hint':
    '0 = cualquiera. Con un máximo se descartan trabajos sin distancia, y los turnos no la tienen.',
  'courier.max_miles': 'Máximo de millas',

  'courier.skills': 'Mis habilidades',
  'courier.skills_hint': 'Los trabajos que piden otras se descartan. Usa las palabras de tu app.',
  'courier.skill_other': 'Otra habilidad',
  'courier.skill_add': 'Agregar',
  'courier.skill_added': 'Se agregó {skill}.',

  'courier.waitlist': 'Si un turno está lleno',
  'courier.waitlist_hint': 'Algunas apps te ponen en una lista de espera.',
  'courier.waitlist_hold': 'Quedarme en la lista de espera',
  'courier.waitlist_hold_hint': 'El tiempo queda libre para él.',
  'courier.waitlist_leave': 'Salir de la lista de espera',
  'courier.waitlist_leave_hint': 'El bot toma otros trabajos a esa hora.',

  'plan.courier_text': 'Tus zonas y trabajos tienen su propio editor.',
  'release.none': 'Tu app de reparto no acepta devolver un [bloque]. Contacta a tu despachador.',
})
