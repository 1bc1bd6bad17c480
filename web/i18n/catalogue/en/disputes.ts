/** Payments that a driver's bank disputes, as the operator sees them. */
export const disputes = {
  'books.dispute.open': '{amount} disputed',
  'books.dispute.lost': 'Dispute lost: {amount}',
  'books.dispute.won': 'Dispute won: {amount}',
  'books.dispute_asked':
    'The driver’s bank asks about this payment. It has taken nothing yet. Answer it at the gateway.',
  'books.dispute_text.open':
    'The driver’s bank has taken this money back. Answer it at the gateway, before the day that it names. Until it ends, what was bought and the account stay as they are.',
  'books.dispute_text.lost':
    'The bank keeps the money. The driver owes it again, until you credit the invoice. What happens to the account, you decide.',
  'books.dispute_text.won': 'The bank has nothing of this payment any more. There is nothing to do.',
  'books.dispute_amount': 'Disputed',
  'books.dispute_taken': 'The bank has now',
  'books.dispute_fee': 'Fee for it',
  'books.dispute_since': 'Since',
  'books.dispute_ended': 'Ended',
  'books.dispute_reason': 'Reason of the bank',
  'books.dispute_id': 'Dispute at the gateway',

  'books.difference.dispute_unknown_here': 'A dispute that we do not know',
  'books.difference.dispute_unknown_here.text':
    'A bank took money back from a charge that no payment of ours names. Look at the gateway whose it was.',
  'books.difference.dispute_differs': 'The disputes differ',
  'books.difference.dispute_differs.text': 'The gateway gave up another amount to a bank than we wrote down.',
} as const
