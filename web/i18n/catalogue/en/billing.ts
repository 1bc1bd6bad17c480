/** Invoices, payments and subscriptions. */
export const billing = {
  'error.billing.in_progress': 'Your first tap is still under way. Wait a moment, then look again.',
  'error.billing.key_reused':
    'This was sent before with something else in it. Load the page again, then try.',
} as const
