import type { MissCause, Outcome } from '@madruga/core/events.ts'
import type { Rule } from '@madruga/core/filters.ts'
import type { OfferKind } from '@madruga/core/offers.ts'

/** The texts of an exported history. */
export type HistoryWords = {
  head: Record<HistoryColumn, string>
  kinds: Record<OfferKind, string>
  outcomes: Record<Outcome, string>
  rules: Record<Rule, string>
  causes: Record<MissCause, string>
}

/** In the order of the file. */
export const HISTORY_COLUMNS = [
  'seenAt',
  'offset',
  'station',
  'stationName',
  'kind',
  'outcome',
  'reason',
  'value',
  'limit',
  'startsAt',
  'endsAt',
  'pay',
  'tip',
  'miles',
  'stops',
  'reactionMs',
] as const
export type HistoryColumn = (typeof HISTORY_COLUMNS)[number]

export const historyWords: Record<'en' | 'es', HistoryWords> = {
  en: {
    head: {
      seenAt: 'Seen',
      offset: 'UTC offset',
      station: 'Station',
      stationName: 'Station name',
      kind: 'Kind',
      outcome: 'Outcome',
      reason: 'Reason',
      value: 'Value',
      limit: 'Your limit',
      startsAt: 'Starts',
      endsAt: 'Ends',
      pay: 'Pay ($)',
      tip: 'Tip ($)',
      miles: 'Miles',
      stops: 'Stops',
      reactionMs: 'Reaction (ms)',
    },
    kinds: {
      block: 'Block',
      instant: 'Instant offer',
      reserved: 'Reserved offer',
      curbside: 'Curbside',
      shopping: 'Shopping',
      delivery: 'Delivery',
    },
    outcomes: {
      accepted: 'Accepted',
      missed: 'Missed',
      ignored_time: 'Skipped: starts too soon',
      ignored_price: 'Skipped: pay too low',
      ignored_schedule: 'Skipped: outside your hours',
    },
    rules: {
      station: 'Station',
      kind: 'Kind of offer',
      stops: 'Stops',
      schedule: 'Your hours',
      time: 'Minutes to get there',
      price_per_hour: 'Pay per hour ($)',
      price_total: 'Total pay ($)',
      price_duration: 'Pay for this length',
      price_kind: 'Pay for this kind ($)',
      price_miles: 'Pay for these miles',
      price_net: 'Net pay per hour ($)',
      overlap: 'Blocks you have',
      travel: 'Minutes to drive between blocks',
      hours_day: 'Minutes a day',
      hours_week: 'Minutes a week',
    },
    causes: {
      taken: 'Another driver was faster',
      conflict: 'Overlaps a block you have',
      hour_limit: 'Over the delivery app’s hour limit',
      not_eligible: 'The delivery app requires something you do not have',
      quota: 'The request limit was used up',
      human_verification: 'The delivery app asked for a human check',
      stopped: 'The bot was being stopped',
      unavailable: 'The delivery app was not working',
      no_answer: 'The delivery app did not answer in time',
    },
  },
  es: {
    head: {
      seenAt: 'Vista',
      offset: 'Desfase UTC',
      station: 'Estación',
      stationName: 'Nombre de la estación',
      kind: 'Tipo',
      outcome: 'Resultado',
      reason: 'Razón',
      value: 'Valor',
      limit: 'Tu límite',
      startsAt: 'Empieza',
      endsAt: 'Termina',
      pay: 'Pago ($)',
      tip: 'Propina ($)',
      miles: 'Millas',
      stops: 'Paradas',
      reactionMs: 'Reacción (ms)',
    },
    kinds: {
      block: 'Bloque',
      instant: 'Oferta instantánea',
      reserved: 'Oferta reservada',
      curbside: 'En la acera',
      shopping: 'Compras',
      delivery: 'Entrega',
    },
    outcomes: {
      accepted: 'Aceptada',
      missed: 'Perdida',
      ignored_time: 'Descartada: empieza muy pronto',
      ignored_price: 'Descartada: pago bajo',
      ignored_schedule: 'Descartada: fuera de tu horario',
    },
    rules: {
      station: 'Estación',
      kind: 'Tipo de oferta',
      stops: 'Paradas',
      schedule: 'Tu horario',
      time: 'Minutos para llegar',
      price_per_hour: 'Pago por hora ($)',
      price_total: 'Pago total ($)',
      price_duration: 'Pago por esta duración',
      price_kind: 'Pago por este tipo ($)',
      price_miles: 'Pago por estas millas',
      price_net: 'Pago neto por hora ($)',
      overlap: 'Bloques que tienes',
      travel: 'Minutos de camino entre bloques',
      hours_day: 'Minutos al día',
      hours_week: 'Minutos a la semana',
    },
    causes: {
      taken: 'Otro conductor fue más rápido',
      conflict: 'Se cruza con un bloque que tienes',
      hour_limit: 'Pasa el límite de horas de la app de entregas',
      not_eligible: 'La app de entregas exige algo que no tienes',
      quota: 'Se acabó el límite de solicitudes',
      human_verification: 'La app de entregas pidió una verificación',
      stopped: 'El bot se estaba deteniendo',
      unavailable: 'La app de entregas no funcionaba',
      no_answer: 'La app de entregas no respondió a tiempo',
    },
  },
}
