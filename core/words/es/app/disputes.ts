export const disputes = {
  'accounting.dispute.open': '{amount} en disputa',
  'accounting.dispute.lost': 'Disputa perdida: {amount}',
  'accounting.dispute.won': 'Disputa ganada: {amount}',
  'accounting.dispute_asked': 'El banco del conductor pregunta por él. Responde en la pasarela.',
  'accounting.dispute_text.open': 'El banco retiró este dinero. Responde en la pasarela antes del plazo.',
  'accounting.dispute_text.lost':
    'El banco se queda con el dinero. El conductor lo debe hasta que acredites la factura.',
  'accounting.dispute_text.won': 'El banco devolvió este pago.',
  'accounting.dispute_amount': 'En disputa',
  'accounting.dispute_taken': 'En manos del banco ahora',
  'accounting.dispute_fee': 'Comisión por la disputa',
  'accounting.dispute_since': 'Desde',
  'accounting.dispute_ended': 'Terminó',
  'accounting.dispute_reason': 'Motivo del banco',
  'accounting.dispute_id': 'Disputa en la pasarela',

  'accounting.difference.dispute_unknown_here': 'Una disputa que no tenemos',
  'accounting.difference.dispute_unknown_here.text': 'Un banco retiró un cobro que no es nuestro.',
  'accounting.difference.dispute_differs': 'Las disputas difieren',
  'accounting.difference.dispute_differs.text': 'El banco retiró otro monto que el registrado.',
} as const
