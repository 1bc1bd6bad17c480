export const billing = {
  'error.billing.in_progress': 'Tu primer toque sigue en marcha. Espera un momento y mira otra vez.',
  'error.billing.key_reused':
    'Esto ya se envió antes con otros datos. Vuelve a cargar la página e inténtalo.',
} as const
