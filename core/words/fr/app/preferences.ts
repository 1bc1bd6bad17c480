/** Language and appearance: they stand in the menu and beside the sign-in. */
export const preferences = {
  'shell.language': 'Langue',
  'shell.language_unread': 'Aucune personne de langue maternelle n’a encore relu cette traduction.',
  'shell.theme': 'Apparence',
  'theme.system': 'Auto',
  'theme.light': 'Clair',
  'theme.dark': 'Sombre',
} as const
