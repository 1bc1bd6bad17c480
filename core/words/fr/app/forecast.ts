/** When stations release. */
export const forecast = {
  'forecast.week': 'Quand sortent les offres',
  'forecast.station': '[Station]',
  'forecast.all': 'Toutes mes [stations]',
  'forecast.say': 'Le plus souvent le {day} de {from} à {to} : environ {offers} par heure.',
  'forecast.none': 'Aucune offre vue pour l’instant.',
  'forecast.thin': {
    one: 'D’après un seul jour. Fiable après environ {enough} jours.',
    many: 'D’après {count} de jours. Fiable après environ {enough} jours.',
    other: 'D’après {count} jours. Fiable après environ {enough} jours.',
  },
  'forecast.nothing': {
    one: 'Pas encore de données. Laisse ton bot chercher un jour et reviens.',
    many: 'Pas encore de données. Laisse ton bot chercher : après environ {count} de jours, tu vois ici quand le démarrer.',
    other:
      'Pas encore de données. Laisse ton bot chercher : après environ {count} jours, tu vois ici quand le démarrer.',
  },
  'forecast.how':
    'Ce que tous les bots d’ici ont vu ; les jours récents comptent plus. Heures locales de chaque [station].',
  'forecast.few': 'Peu',
  'forecast.many': 'Beaucoup',
  'forecast.table': 'Afficher en tableau',
  'forecast.caption': 'Offres attendues, par heure et par jour',
  'forecast.hour': 'Heure',
  'forecast.times': 'Meilleures heures pour chercher',
  'forecast.times_say': 'Ton bot peut démarrer pendant que tu dors.',
  'forecast.times_thin': 'Les meilleures heures de tes [stations] s’afficheront ici.',
  'forecast.times_flat': 'Les offres sortent toute la journée : aucune heure n’est meilleure.',
  'forecast.every_day': 'Tous les jours',
  'forecast.share': '{percent} % des offres d’une semaine',
  'forecast.autostart': 'Démarrage auto à {time}',
} as const
