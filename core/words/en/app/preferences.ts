/** Language and appearance: they stand in the menu and beside the sign-in. */
export const preferences = {
  'shell.language': 'Language',
  'shell.language_unread': 'No native speaker has read this translation yet.',
  'shell.theme': 'Appearance',
  'theme.system': 'Auto',
  'theme.light': 'Light',
  'theme.dark': 'Dark',
} as const
