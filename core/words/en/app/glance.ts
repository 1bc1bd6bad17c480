/** Glance mode: for a phone in a mount. */
export const glance = {
  'glance.leave': 'Leave glance mode',
  'glance.no_wake_lock': 'Set a longer screen timeout.',
  'glance.leave_by': 'Leave by {time}',
  'glance.leave_now': 'Leave now',
  'glance.navigate': 'Navigate to {station}',
  'glance.speak': 'Read wins and questions aloud',
  'glance.speak_test': 'I will tell you about wins and questions.',
  'glance.say_won': 'You won a [block] at {station}. {when}, {hours}, {pay}.',
  'glance.say_asked': 'The [block] at {station}? {when}, {hours}, {pay}. Answer on the screen.',
} as const
