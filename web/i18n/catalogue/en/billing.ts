/** Invoices, payments and subscriptions. */
export const billing = {
  'error.billing.in_progress': 'Still working on your first tap. Wait a moment.',
  'error.billing.key_reused': 'Something changed since your first try. Reload and try again.',
  'error.billing.invalid': 'Not saved yet: check the marked fields.',
  'error.billing.coupon_unknown': 'This coupon code is not valid. Check it, or leave it empty.',
  'error.billing.coupon_not_yet': 'This coupon is not valid yet. Keep it for later and leave this empty.',
  'error.billing.coupon_expired': 'This coupon has expired. Use another one, or leave it empty.',
  'error.billing.coupon_used_up': 'This coupon has been used up. Use another one, or leave it empty.',
  'error.billing.coupon_card_used':
    'One of your cards was used with this coupon before, in a deleted account. Leave the coupon empty, or use another one.',
  'error.billing.coupon_used': 'You already used this coupon. Use another one, or leave it empty.',
  'error.billing.coupon_not_here': 'This coupon is only for subscriptions. Keep it for your next one.',
  'error.billing.coupon_taken': 'A coupon with this code already exists. Choose another code.',
  'error.billing.not_found': 'Not found. Check your list again.',
  'error.billing.under_way': 'A payment for this is in process. Check it before you start another.',
  'error.billing.paid_already': 'This is already paid. There is nothing else to do.',
  'error.billing.payment_failed': 'The payment failed. Try again, or pay another way.',
  'error.billing.method_missing':
    'This payment method is not available. Choose another card or bank account, or add one.',
  'error.billing.gateway_unavailable':
    'The payment service is not responding. Try again in a moment: you are never charged twice.',
  'error.billing.no_plans': 'Your delivery app has no subscription. You pay by the week.',
  'error.billing.too_late': 'Too late: this has changed. Reload to see it.',
  'error.billing.refund_too_much': 'More than is left of this payment. Refund less.',
  'error.billing.nothing_to_credit': 'There is nothing left on this invoice to credit.',
  'error.billing.prices_stale': 'Prices have changed. Check the new ones, then continue.',
  'error.coupon_code': 'Use 3 to 24 letters, digits and dashes.',
  'error.before_start': 'The end is before the start.',
} as const
