export const invoices = {
  'invoices.failed': 'No se pudieron cargar tus facturas',
  'invoices.one_failed': 'No se pudo cargar esta factura',
  'invoices.suspended':
    'Tu cuenta está suspendida por una factura sin pagar y tu bot está detenido. Paga y se activa enseguida.',
  'invoices.suspended_paying':
    'Tu cuenta está suspendida por una factura sin pagar y tu bot está detenido. Se activa otra vez cuando llegue tu pago.',

  'invoices.suspended_operator':
    'Tu cuenta está suspendida. Puedes ver todo y pagar; pregunta a soporte por lo demás.',
  'invoices.owed': 'Debes {sum}.',

  'invoices.open': 'Por pagar',
  'invoices.reopened': 'Tu banco retiró este pago, así que hay que pagarlo otra vez.',
  'invoices.left': 'Falta pagar',
  'invoices.pay': 'Pagar {sum}',
  'invoices.pay_by': 'Págala antes del {when}, o tu cuenta se suspende y el bot se detiene.',
  'invoices.overdue': 'Venció el {when}',
  'invoices.under_way': 'Hay un pago en proceso.',
  'invoices.arrives_by': 'Si no llega antes del {when}, tu cuenta se suspende y el bot se detiene.',
  'invoices.under_way_bank': 'Tu pago bancario está en camino.',
  'invoices.under_way_bank_text':
    'Tarda hasta 4 días hábiles. Mientras tanto, esta factura no suspende tu cuenta.',
  'invoices.under_way_look': 'Ver el pago',
  'invoices.coupon_have': 'Tengo un cupón',
  'invoices.coupon_code': 'Cupón',
  'invoices.coupon_use': 'Usar el cupón',
  'invoices.coupon_busy': 'Un momento',
  'invoices.coupon_taken': 'Tu cupón descontó {sum}.',
  'invoices.coupon_settled': 'Tu cupón descontó {sum}. Ya no falta pagar nada.',

  'invoices.running': 'Esta semana hasta ahora',
  'invoices.running_closes': '{days}. Cierra el {when} y se convierte en factura.',
  'invoices.running_none_block': 'Todavía nada. Aquí verás los bloques que el bot gane para ti.',
  'invoices.running_none_trip': 'Todavía nada. Aquí verás los viajes que el bot gane para ti.',
  'invoices.running_none_job': 'Todavía nada. Aquí verás los trabajos que el bot gane para ti.',
  'invoices.subscribed': 'Tu suscripción está pagada',
  'invoices.subscribed_text_block':
    'Tu plan tiene un solo precio: incluye todos los bloques, días de ofertas instantáneas y registros de llegada.',
  'invoices.subscribed_text_trip':
    'Tu plan tiene un solo precio: incluye todos los viajes y registros de llegada.',
  'invoices.subscribed_text_job':
    'Tu plan tiene un solo precio: incluye todos los trabajos y registros de llegada.',
  'invoices.subscribed_since_block':
    'Desde que empezó tu plan, incluye todos los bloques, días de ofertas instantáneas y registros de llegada. Los cargos de antes están abajo.',
  'invoices.subscribed_since_trip':
    'Desde que empezó tu plan, incluye todos los viajes y registros de llegada. Los cargos de antes están abajo.',
  'invoices.subscribed_since_job':
    'Desde que empezó tu plan, incluye todos los trabajos y registros de llegada. Los cargos de antes están abajo.',
  'invoices.subscribed_until': '{plan}, hasta el {until}',
  'invoices.costs_block':
    'Por bloque ganado: {block}. Por día de ofertas instantáneas: {day}. Por registro de llegada: {checkIn}, gratis en una semana con un bloque ganado. La semana va de lunes a domingo.',
  'invoices.costs_trip':
    'Por viaje ganado: {curbside} en la acera, {shopping} con compras, {delivery} de entrega. Una semana sin viajes no cuesta nada. La semana va de lunes a domingo.',
  'invoices.costs_job':
    'Por turno ganado: {shift}. Por pedido ganado: {order}. Una semana sin trabajos no cuesta nada. La semana va de lunes a domingo.',
  'invoices.each': 'Ver cada uno',

  'invoices.all': 'Todas las facturas',
  'invoices.none': 'Todavía no hay facturas',
  'invoices.none_text': 'La primera llega cuando cierra una semana (de lunes a domingo) con algo que pagar.',
  'invoices.older': 'Facturas anteriores',
  'invoices.end': 'Eso es todo.',
  'invoices.payments_all': 'Todos los pagos',
  'invoices.days_of': '{plan}, {days} días',
  'invoices.state.unpaid': 'Sin pagar',
  'invoices.state.paid': 'Pagada',
  'invoices.state.credited': 'Acreditada',
  'invoices.state.under_way': 'En proceso',

  'invoices.count.block': {
    one: '{count} bloque ganado',
    many: '{count} de bloques ganados',
    other: '{count} bloques ganados',
  },
  'invoices.count.trip': {
    one: '{count} viaje ganado',
    many: '{count} de viajes ganados',
    other: '{count} viajes ganados',
  },
  'invoices.count.job': {
    one: '{count} trabajo ganado',
    many: '{count} de trabajos ganados',
    other: '{count} trabajos ganados',
  },
  'invoices.count.instant_day': {
    one: '{count} día de ofertas instantáneas',
    many: '{count} de días de ofertas instantáneas',
    other: '{count} días de ofertas instantáneas',
  },
  'invoices.count.check_in': {
    one: '{count} registro de llegada',
    many: '{count} de registros de llegada',
    other: '{count} registros de llegada',
  },
  'invoices.count.subscription_week': {
    one: '{count} semana de suscripción',
    many: '{count} de semanas de suscripción',
    other: '{count} semanas de suscripción',
  },
  'invoices.line.paid_you': 'paga {pay}',
  'invoices.line.instant_day': 'Ofertas instantáneas',
  'invoices.line.check_in': 'Registro de llegada',
  'invoices.line.subscription_week': 'Semana {place}',
  'invoices.line.credited': 'acreditado',

  'invoices.number': 'Factura {number}',
  'invoices.issued': 'Emitida el {when}',
  'invoices.paid_at': 'Pagada el {when}',
  'invoices.print': 'Imprimir',
  'invoices.pdf': 'Guardar PDF',
  'invoices.worth_block': {
    one: 'Este bloque paga {pay}. El bot te costó {share} de eso.',
    many: 'Estos {count} de bloques pagan {pay}. El bot te costó {share} de eso.',
    other: 'Estos {count} bloques pagan {pay}. El bot te costó {share} de eso.',
  },
  'invoices.worth_trip': {
    one: 'Este viaje paga {pay}. El bot te costó {share} de eso.',
    many: 'Estos {count} de viajes pagan {pay}. El bot te costó {share} de eso.',
    other: 'Estos {count} viajes pagan {pay}. El bot te costó {share} de eso.',
  },
  'invoices.worth_job': {
    one: 'Este trabajo paga {pay}. El bot te costó {share} de eso.',
    many: 'Estos {count} de trabajos pagan {pay}. El bot te costó {share} de eso.',
    other: 'Estos {count} trabajos pagan {pay}. El bot te costó {share} de eso.',
  },
  'invoices.worth_cost': 'El bot costó',
  'invoices.worth_pay': 'Tú ganas',
  'invoices.worth_free_block': {
    one: 'Este bloque paga {pay}, y el bot no te costó nada.',
    many: 'Estos {count} de bloques pagan {pay}, y el bot no te costó nada.',
    other: 'Estos {count} bloques pagan {pay}, y el bot no te costó nada.',
  },
  'invoices.worth_free_trip': {
    one: 'Este viaje paga {pay}, y el bot no te costó nada.',
    many: 'Estos {count} de viajes pagan {pay}, y el bot no te costó nada.',
    other: 'Estos {count} viajes pagan {pay}, y el bot no te costó nada.',
  },
  'invoices.worth_free_job': {
    one: 'Este trabajo paga {pay}, y el bot no te costó nada.',
    many: 'Estos {count} de trabajos pagan {pay}, y el bot no te costó nada.',
    other: 'Estos {count} trabajos pagan {pay}, y el bot no te costó nada.',
  },

  'invoices.total_made_of': 'Total',
  'invoices.coupon': 'Cupón {code}',
  'invoices.credits': 'Crédito por amigos',
  'invoices.waived': 'Cortesía: es muy poco para cobrarlo',
  'invoices.due': 'Total de la factura',
  'invoices.credited': 'Notas de crédito',
  'invoices.paid': 'Pagado',
  'invoices.fee_note': 'Se suma el cargo de tu método de pago. Lo ves antes de confirmar.',
  'invoices.notes': 'Notas de crédito',
  'invoices.note_waived': '{sum} de cortesía: es muy poco para cobrarlo',
  'invoices.cause.correction': 'Corrección',
  'invoices.cause.refund': 'Reembolso',
  'invoices.cause.operator': 'De soporte',
  'invoices.cause.coupon': 'Cupón',
  'invoices.payments': 'Pagos',
  'invoices.payments_none': 'Ninguno todavía.',
  'invoices.with': '{brand}, termina en {last4}',
  'invoices.with_fee': 'incluye {fee} de cargo',
  'invoices.refunded': '{sum} reembolsados',
  'invoices.receipt': 'Recibo',
  'invoices.payment.open': 'Iniciado',
  'invoices.payment.needs_action': 'Te espera',
  'invoices.payment.refused': 'Rechazado',
  'invoices.payment.processing': 'En proceso',
  'invoices.payment.canceled': 'Cancelado',
  'invoices.payment.paid': 'Pagado',
  'invoices.billed_to': 'A nombre de',
} as const
