/** Disputed payments, as the operator sees them. */
export const disputes = {
  'accounting.dispute.open': '{amount} disputed',
  'accounting.dispute.lost': 'Dispute lost: {amount}',
  'accounting.dispute.won': 'Dispute won: {amount}',
  'accounting.dispute_asked': 'The driver’s bank asks about it. Answer at the gateway.',
  'accounting.dispute_text.open': 'The bank took this money back. Answer at the gateway before its deadline.',
  'accounting.dispute_text.lost':
    'The bank keeps the money. The driver owes it until you credit the invoice.',
  'accounting.dispute_text.won': 'The bank returned this payment.',
  'accounting.dispute_amount': 'Disputed',
  'accounting.dispute_taken': 'Held by the bank now',
  'accounting.dispute_fee': 'Dispute fee',
  'accounting.dispute_since': 'Since',
  'accounting.dispute_ended': 'Ended',
  'accounting.dispute_reason': 'The bank’s reason',
  'accounting.dispute_id': 'Dispute at the gateway',

  'accounting.difference.dispute_unknown_here': 'A dispute we do not have',
  'accounting.difference.dispute_unknown_here.text': 'A bank took back a charge that is not ours.',
  'accounting.difference.dispute_differs': 'The disputes differ',
  'accounting.difference.dispute_differs.text': 'The bank took another amount than we recorded.',
} as const
