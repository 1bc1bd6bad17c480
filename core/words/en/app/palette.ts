/** The command palette and the shortcuts of desktops. */
export const palette = {
  'palette.title': 'Go to',
  'palette.placeholder': 'Screen or action',
  'palette.found': '{count} results',
  'keys.title': 'Keyboard shortcuts',
  'keys.search': 'Search on this screen',
  'keys.arrows': 'Arrows',
  'keys.rows': 'Move in a list of offers',
  'keys.letters': 'Single-key shortcuts',
  'keys.letters_hint': 'Off: only Ctrl K works.',
} as const
