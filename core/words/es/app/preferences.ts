/** Language and appearance: they stand in the menu and beside the sign-in. */
export const preferences = {
  'shell.language': 'Idioma',
  'shell.language_unread': 'Ningún hablante nativo ha leído todavía esta traducción.',
  'shell.theme': 'Apariencia',
  'theme.system': 'Auto',
  'theme.light': 'Claro',
  'theme.dark': 'Oscuro',
} as const
