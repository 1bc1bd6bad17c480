export const errors = {
  'error.request.invalid': 'Algo no está bien. Revísalo.',
  'error.request.too_many': 'Muchos intentos. Espera un minuto.',
  'error.request.forged': 'Esta página no está al día. Recarga.',
  'error.request.not_found': 'No se encontró o ya no existe.',
  'error.server.fault': 'Nos falló algo. Intenta luego.',
  'error.server.unavailable': 'Ocupado. Intenta luego.',
  'error.accounts.signed_out': 'Tu sesión terminó. Inicia sesión.',
  'error.platforms.unavailable': 'La app de reparto no responde. Intenta luego.',
  'error.network.unreachable': 'Sin conexión. Revisa tu señal.',
} as const
