/** Invoices, payments and subscriptions. */
export const billing = {
  'error.billing.in_progress': 'Your first tap is still under way. Wait a moment, then look again.',
  'error.billing.key_reused':
    'This was sent before with something else in it. Load the page again, then try.',
  'error.billing.invalid': 'Not saved yet: some fields need a look.',
  'error.billing.coupon_unknown': 'This coupon code is not valid. Check it, or leave it empty.',
  'error.billing.coupon_not_yet': 'This coupon does not count yet. Keep it for later and leave this empty.',
  'error.billing.coupon_expired': 'This coupon has expired. Use another one, or leave it empty.',
  'error.billing.coupon_used_up':
    'This coupon has been used as often as it can be. Use another one, or leave it empty.',
  'error.billing.coupon_card_used':
    'A card of yours was used with this coupon before, in an account that is deleted. Leave the coupon empty, or use another one.',
  'error.billing.coupon_used': 'You have used this coupon already. Use another one, or leave it empty.',
  'error.billing.coupon_not_here': 'This coupon is only for subscriptions. Keep it for your next one.',
  'error.billing.coupon_taken': 'There is a coupon with this code already. Choose another code.',
  'error.billing.not_found': 'We did not find it. Look at your list again.',
  'error.billing.under_way': 'A payment for this is under way. Look at it before you begin another.',
  'error.billing.paid_already': 'This is paid already. There is nothing more to do.',
  'error.billing.payment_failed': 'The payment failed. Try again, or pay another way.',
  'error.billing.method_missing':
    'This way of paying is not available. Choose another card or bank account, or add one.',
  'error.billing.gateway_unavailable':
    'The payment service does not answer. Try again in a moment: nothing is charged twice.',
  'error.billing.not_for_spark': 'There is no subscription for your delivery app. You pay by the week.',
  'error.billing.too_late': 'This has moved on meanwhile, and it is too late. Load the page again and look.',
  'error.billing.refund_too_much': 'That is more than is left of this payment. Give back less.',
  'error.billing.nothing_to_credit': 'There is nothing left on this invoice to take back.',
  'error.billing.prices_stale': 'Prices have changed meanwhile. Look at the new ones, then go on.',
  'error.coupon_code': 'Use 3 to 24 letters, digits and dashes.',
  'error.before_start': 'The end comes before the start.',
} as const
