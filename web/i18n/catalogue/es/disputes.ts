export const disputes = {
  'accounting.dispute.open': '{amount} en disputa',
  'accounting.dispute.lost': 'Disputa perdida: {amount}',
  'accounting.dispute.won': 'Disputa ganada: {amount}',
  'accounting.dispute_asked':
    'El banco del conductor pregunta por este pago. Todavía no lo ha retirado. Responde en la pasarela.',
  'accounting.dispute_text.open':
    'El banco del conductor retiró este dinero. Responde en la pasarela antes de su fecha límite. Hasta que termine, la compra y la cuenta no cambian.',
  'accounting.dispute_text.lost':
    'El banco se queda con el dinero. El conductor lo debe otra vez hasta que acredites la factura. Tú decides qué pasa con la cuenta.',
  'accounting.dispute_text.won': 'El banco devolvió este pago. No hay nada que hacer.',
  'accounting.dispute_amount': 'En disputa',
  'accounting.dispute_taken': 'En manos del banco ahora',
  'accounting.dispute_fee': 'Comisión por la disputa',
  'accounting.dispute_since': 'Desde',
  'accounting.dispute_ended': 'Terminó',
  'accounting.dispute_reason': 'Motivo del banco',
  'accounting.dispute_id': 'Disputa en la pasarela',

  'accounting.difference.dispute_unknown_here': 'Una disputa que no tenemos',
  'accounting.difference.dispute_unknown_here.text':
    'Un banco retiró un cargo que no es de ningún pago nuestro. Mira en la pasarela de quién era.',
  'accounting.difference.dispute_differs': 'Las disputas difieren',
  'accounting.difference.dispute_differs.text': 'El banco retiró un monto distinto al que registramos.',
} as const
