/** Screens that are on their way: what each will do, in one sentence. */
export const coming = {
  'coming.title': 'Road work',
  'coming.tag': 'Not there yet',
  'coming.text': 'This screen is not built yet. Nothing here works today, so nothing is hidden from you.',
  'coming.will': 'What it will do',
  'coming.meanwhile': 'Open meanwhile',
  'coming.payment': 'Pay by card or bank and use a coupon.',
  'coming.activation': 'Choose 7 or 14 days of subscription; weeks you buy add up.',
  'coming.payment-history': 'See every payment with its reference number.',
} as const
