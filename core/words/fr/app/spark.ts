/** The spark filter: stores, kinds of trips, miles. */
export const spark = {
  'spark.no_match': 'Aucun tel magasin.',
  'spark.store_gone': '{name} n’existe plus',
  'spark.store_gone_hint': 'Touche pour le retirer.',

  'spark.kinds': 'Types de trajets',
  'spark.curbside_hint': 'Apporté à ta voiture. {max} arrêts au plus.',
  'spark.shopping_hint':
    'Tu fais les courses, puis tu livres. Au-delà de {max} arrêts, c’est une commande multiple.',
  'spark.multiple_hint': 'Plusieurs commandes, ou plus de {max} arrêts.',
  'spark.from_pay': 'À partir de {pay}',
  'spark.min_pay': 'Paie minimale',
  'spark.max_stops': 'Arrêts au plus',
  'spark.up_to_stops': {
    one: 'jusqu’à {count} arrêt',
    many: 'jusqu’à {count} d’arrêts',
    other: 'jusqu’à {count} arrêts',
  },

  'spark.miles': 'Miles et paie',
  'spark.miles_hint': 'Au-delà du dernier palier, les trajets sont écartés.',
  'spark.tier': 'Palier {n}',
  'spark.tier_miles': 'Jusqu’à ces miles',
  'spark.tier_pay': 'Paie minimale',
  'spark.tier_first': 'Plus de paie pour plus de miles',
  'spark.tier_add': 'Ajouter un palier',
  'spark.tier_remove': 'Retirer le palier {n}',
  'spark.tier_removed': 'Palier {n} retiré.',
} as const
