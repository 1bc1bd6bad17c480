/** One text per error code: a reason, then what to do. */
export const errors = {
  'error.request.invalid': 'Something is not right. Check it.',
  'error.request.too_many': 'Too many attempts. Wait a minute.',
  'error.request.forged': 'This page is out of date. Reload it.',
  'error.request.not_found': 'Not found, or removed.',
  'error.server.fault': 'Something failed on our side. Try again in a moment.',
  'error.server.unavailable': 'The service is busy. Try again in a moment.',
  'error.accounts.signed_out': 'You are signed out. Sign in.',
  'error.platforms.unavailable': 'The delivery app is not responding. Try again in a moment.',
  'error.network.unreachable': 'No connection. Check your signal.',
} as const
