/** Disputed payments, as the operator sees them. */
export const disputes = {
  'accounting.dispute.open': '{amount} disputed',
  'accounting.dispute.lost': 'Dispute lost: {amount}',
  'accounting.dispute.won': 'Dispute won: {amount}',
  'accounting.dispute_asked':
    'The driver’s bank asks about this payment. It has not taken it back yet. Answer it at the gateway.',
  'accounting.dispute_text.open':
    'The driver’s bank took this money back. Answer it at the gateway before its deadline. Until it ends, the purchase and the account stay as they are.',
  'accounting.dispute_text.lost':
    'The bank keeps the money. The driver owes it again until you credit the invoice. You decide what happens to the account.',
  'accounting.dispute_text.won': 'The bank returned this payment. There is nothing to do.',
  'accounting.dispute_amount': 'Disputed',
  'accounting.dispute_taken': 'Held by the bank now',
  'accounting.dispute_fee': 'Dispute fee',
  'accounting.dispute_since': 'Since',
  'accounting.dispute_ended': 'Ended',
  'accounting.dispute_reason': 'The bank’s reason',
  'accounting.dispute_id': 'Dispute at the gateway',

  'accounting.difference.dispute_unknown_here': 'A dispute we do not have',
  'accounting.difference.dispute_unknown_here.text':
    'A bank took back a charge that matches none of our payments. Check at the gateway whose it was.',
  'accounting.difference.dispute_differs': 'The disputes differ',
  'accounting.difference.dispute_differs.text': 'The bank took a different amount than we recorded.',
} as const
