/** Disputed payments, as the operator sees them. */
export const disputes = {
  'accounting.dispute.open': '{amount} disputed',
  'accounting.dispute.lost': 'Dispute lost: {amount}',
  'accounting.dispute.won': 'Dispute won: {amount}',
  'accounting.dispute_asked':
    'The driver’s bank asks about this payment. It has taken nothing yet. Answer it at the gateway.',
  'accounting.dispute_text.open':
    'The driver’s bank has taken this money back. Answer it at the gateway, before the day that it names. Until it ends, what was bought and the account stay as they are.',
  'accounting.dispute_text.lost':
    'The bank keeps the money. The driver owes it again, until you credit the invoice. What happens to the account, you decide.',
  'accounting.dispute_text.won': 'The bank has nothing of this payment any more. There is nothing to do.',
  'accounting.dispute_amount': 'Disputed',
  'accounting.dispute_taken': 'The bank has now',
  'accounting.dispute_fee': 'Fee for it',
  'accounting.dispute_since': 'Since',
  'accounting.dispute_ended': 'Ended',
  'accounting.dispute_reason': 'Reason of the bank',
  'accounting.dispute_id': 'Dispute at the gateway',

  'accounting.difference.dispute_unknown_here': 'A dispute that we do not know',
  'accounting.difference.dispute_unknown_here.text':
    'A bank took money back from a charge that no payment of ours names. Look at the gateway whose it was.',
  'accounting.difference.dispute_differs': 'The disputes differ',
  'accounting.difference.dispute_differs.text':
    'The gateway gave up another amount to a bank than we wrote down.',
} as const
