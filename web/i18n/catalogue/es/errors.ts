export const errors = {
  'error.request.invalid': 'Algo en el formulario no está bien. Revísalo.',
  'error.request.too_many': 'Muchos intentos. Espera un minuto.',
  'error.request.forged': 'Esta página está desactualizada. Recárgala.',
  'error.request.not_found': 'No se encontró. Puede que ya no exista.',
  'error.server.fault': 'Algo falló de nuestro lado. Intenta luego.',
  'error.server.unavailable': 'El servicio está ocupado. Intenta luego.',
  'error.accounts.signed_out': 'Tu sesión terminó. Inicia sesión.',
  'error.platforms.unavailable': 'La app de reparto no responde. Intenta luego.',
  'error.network.unreachable': 'Sin conexión. Revisa tu señal.',
} as const
