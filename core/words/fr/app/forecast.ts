/** When stations release. */
export const forecast = {
  'forecast.week': 'Quand sortent les offres',
  'forecast.station': '[Station]',
  'forecast.all': 'Toutes mes [stations]',
  'forecast.say': 'Le plus : {day}, de {from} à {to}, environ {offers} par heure.',
  'forecast.none': 'Aucune offre vue.',
  'forecast.thin': {
    one: 'D’après un seul jour ; fiable après {enough}.',
    many: 'D’après {count} de jours ; fiable après {enough}.',
    other: 'D’après {count} jours ; fiable après {enough}.',
  },
  'forecast.nothing': {
    one: 'Laisse ton bot chercher un jour.',
    many: 'Laisse ton bot chercher {count} de jours.',
    other: 'Laisse ton bot chercher {count} jours.',
  },
  'forecast.how': 'Ce que tous les bots ont vu, surtout les jours récents. Heures locales.',
  'forecast.few': 'Peu',
  'forecast.many': 'Beaucoup',
  'forecast.caption': 'Offres par heure et par jour',
  'forecast.hour': 'Heure',
  'forecast.times': 'Meilleures heures',
  'forecast.times_thin': 'Elles s’afficheront ici.',
  'forecast.times_flat': 'Les offres sortent toute la journée.',
  'forecast.every_day': 'Tous les jours',
  'forecast.share': '{percent} % des offres de la semaine',
  'forecast.autostart': 'Démarrage auto à {time}',
} as const
