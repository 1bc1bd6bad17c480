/** The command palette and the shortcuts of desktops. */
export const palette = {
  'palette.title': 'Aller à',
  'palette.placeholder': 'Écran ou action',
  'palette.found': '{count} résultats',
  'keys.title': 'Raccourcis clavier',
  'keys.search': 'Chercher sur cet écran',
  'keys.arrows': 'Flèches',
  'keys.rows': 'Se déplacer dans une liste d’offres',
  'keys.letters': 'Raccourcis à une touche',
  'keys.letters_hint': 'Désactivé : seul Ctrl K marche.',
} as const
