import type { PageTexts } from '../page.ts'

export const page: PageTexts = {
  description: 'Revisa ofertas de entregas y gana los bloques que encajan en tu filtro',
  shortcuts: {
    calendar: 'Calendario',
    arrival: 'Check-in',
    'live-log': 'Historial en vivo',
    inbox: 'Notificaciones',
  },
  pictures: { phone: 'Inicio: el bot está en marcha', desktop: 'Inicio en una computadora' },
  offline: {
    title: 'Aquí no hay señal',
    reason: 'Tu teléfono no tiene conexión, o el servicio no responde.',
    bot: 'Tu bot funciona en nuestros servidores: si estaba buscando, sigue buscando sin esta pantalla.',
    advice: 'Busca señal e intenta otra vez.',
    again: 'Intentar otra vez',
  },
  unopened: 'La app no se abrió. Intenta otra vez en un momento.',
  phone: {
    alerts: 'Avisos',
    location: 'Tu ubicación registra tu llegada a un bloque y busca ofertas instantáneas cerca de ti.',
  },
}
