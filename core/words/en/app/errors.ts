/** One text per error code: a reason, then what to do. */
export const errors = {
  'error.request.invalid': 'Something is not right. Check it.',
  'error.request.too_many': 'Too many attempts. Wait a minute.',
  'error.request.forged': 'Page out of date. Reload.',
  'error.request.not_found': 'Not found, or removed.',
  'error.server.fault': 'Our fault. Try again in a moment.',
  'error.server.unavailable': 'Busy. Try again in a moment.',
  'error.accounts.signed_out': 'You are signed out. Sign in.',
  'error.platforms.unavailable': 'The delivery app is not responding. Try again soon.',
  'error.network.unreachable': 'No connection. Check your signal.',
} as const
