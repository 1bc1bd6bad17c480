export const disputes = {
  'books.dispute.open': '{amount} en disputa',
  'books.dispute.lost': 'Disputa perdida: {amount}',
  'books.dispute.won': 'Disputa ganada: {amount}',
  'books.dispute_asked':
    'El banco del conductor pregunta por este pago. Todavía no se ha llevado nada. Responde en la pasarela.',
  'books.dispute_text.open':
    'El banco del conductor recuperó este dinero. Responde en la pasarela antes del día que ella indica. Hasta que termine, lo que se compró y la cuenta se quedan como están.',
  'books.dispute_text.lost':
    'El banco se queda con el dinero. El conductor lo debe otra vez, hasta que acredites la factura. Qué pasa con la cuenta, lo decides tú.',
  'books.dispute_text.won': 'El banco ya no tiene nada de este pago. No hay nada que hacer.',
  'books.dispute_amount': 'En disputa',
  'books.dispute_taken': 'El banco tiene ahora',
  'books.dispute_fee': 'Comisión por ella',
  'books.dispute_since': 'Desde',
  'books.dispute_ended': 'Terminó',
  'books.dispute_reason': 'Motivo del banco',
  'books.dispute_id': 'Disputa en la pasarela',

  'books.difference.dispute_unknown_here': 'Una disputa que no conocemos',
  'books.difference.dispute_unknown_here.text':
    'Un banco recuperó dinero de un cargo que ningún pago nuestro nombra. Mira en la pasarela de quién era.',
  'books.difference.dispute_differs': 'Las disputas difieren',
  'books.difference.dispute_differs.text':
    'La pasarela le entregó a un banco un monto distinto del que anotamos.',
} as const
