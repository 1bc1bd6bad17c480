export const glance = {
  'glance.leave': 'Salir de la vista rápida',
  'glance.no_wake_lock': 'Pon un tiempo de pantalla más largo.',
  'glance.leave_by': 'Sal antes de las {time}',
  'glance.leave_now': 'Sal ahora',
  'glance.navigate': 'Cómo llegar a {station}',
  'glance.speak': 'Leer en voz alta',
  'glance.speak_test': 'Te aviso en voz alta de lo que ganes y de las preguntas.',
  'glance.say_won': 'Ganaste un [bloque] en {station}. {when}, {hours}, {pay}.',
  'glance.say_asked': '¿El [bloque] en {station}? {when}, {hours}, {pay}. Contesta en la pantalla.',
} as const
