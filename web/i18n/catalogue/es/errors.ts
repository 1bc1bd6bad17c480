export const errors = {
  'error.request.invalid': 'Algo en el formulario no está bien. Revísalo.',
  'error.request.too_many': 'Demasiados intentos. Espera un minuto.',
  'error.request.forged': 'Esta página está desactualizada. Recárgala.',
  'error.request.not_found': 'No se encontró. Puede que ya no exista.',
  'error.server.fault': 'Algo falló de nuestro lado. Intenta en un momento.',
  'error.server.unavailable': 'El servicio está ocupado. Intenta en un rato.',
  'error.accounts.signed_out': 'Tu sesión terminó. Inicia sesión para seguir.',
  'error.platforms.unavailable': 'La app de reparto no responde. Intenta en un momento.',
  'error.network.unreachable': 'Sin conexión. Revisa tu señal e intenta de nuevo.',
} as const
