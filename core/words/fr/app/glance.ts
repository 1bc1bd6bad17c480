/** Glance mode: for a phone in a mount. */
export const glance = {
  'glance.leave': 'Quitter le mode coup d’œil',
  'glance.no_wake_lock': 'Règle une mise en veille plus longue.',
  'glance.leave_by': 'Pars avant {time}',
  'glance.leave_now': 'Pars maintenant',
  'glance.navigate': 'Itinéraire vers {station}',
  'glance.speak': 'Lire à voix haute les gains et les questions',
  'glance.speak_test': 'Je te dirai les gains et les questions.',
  'glance.say_won': 'Tu as gagné un [bloc] à {station}. {when}, {hours}, {pay}.',
  'glance.say_asked': 'Le [bloc] à {station} ? {when}, {hours}, {pay}. Réponds à l’écran.',
} as const
