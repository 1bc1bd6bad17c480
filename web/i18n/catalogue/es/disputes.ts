export const disputes = {
  'accounting.dispute.open': '{amount} en disputa',
  'accounting.dispute.lost': 'Disputa perdida: {amount}',
  'accounting.dispute.won': 'Disputa ganada: {amount}',
  'accounting.dispute_asked':
    'El banco del conductor pregunta por este pago. Todavía no se ha llevado nada. Responde en la pasarela.',
  'accounting.dispute_text.open':
    'El banco del conductor recuperó este dinero. Responde en la pasarela antes del día que ella indica. Hasta que termine, lo que se compró y la cuenta se quedan como están.',
  'accounting.dispute_text.lost':
    'El banco se queda con el dinero. El conductor lo debe otra vez, hasta que acredites la factura. Qué pasa con la cuenta, lo decides tú.',
  'accounting.dispute_text.won': 'El banco ya no tiene nada de este pago. No hay nada que hacer.',
  'accounting.dispute_amount': 'En disputa',
  'accounting.dispute_taken': 'El banco tiene ahora',
  'accounting.dispute_fee': 'Comisión por ella',
  'accounting.dispute_since': 'Desde',
  'accounting.dispute_ended': 'Terminó',
  'accounting.dispute_reason': 'Motivo del banco',
  'accounting.dispute_id': 'Disputa en la pasarela',

  'accounting.difference.dispute_unknown_here': 'Una disputa que no conocemos',
  'accounting.difference.dispute_unknown_here.text':
    'Un banco recuperó dinero de un cargo que ningún pago nuestro nombra. Mira en la pasarela de quién era.',
  'accounting.difference.dispute_differs': 'Las disputas difieren',
  'accounting.difference.dispute_differs.text':
    'La pasarela le entregó a un banco un monto distinto del que anotamos.',
} as const
