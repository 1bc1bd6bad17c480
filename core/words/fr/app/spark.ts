/** The spark filter: stores, kinds of trips, miles. */
export const spark = {
  'spark.no_match': 'Aucun magasin de ce nom ou de cette rue.',
  'spark.store_gone': '{name} n’existe plus',
  'spark.store_gone_hint': 'Touche pour le retirer.',

  'spark.kinds': 'Types de trajets',
  'spark.kinds_hint': '0 = pas de minimum.',
  'spark.curbside_hint': 'On t’apporte les commandes à la voiture. {max} arrêts au plus.',
  'spark.shopping_hint':
    'Tu fais les courses, puis tu livres. Plus de {max} arrêts, c’est une commande multiple.',
  'spark.multiple_hint': 'Plusieurs commandes en un trajet, ou plus de {max} arrêts.',
  'spark.min_pay': 'Paie minimale',
  'spark.max_stops': 'Arrêts au plus',

  'spark.miles': 'Miles et paie',
  'spark.miles_hint': 'Pour les trajets plus longs. Au-delà du dernier palier, ils sont écartés.',
  'spark.tier': 'Palier {n}',
  'spark.tier_miles': 'Jusqu’à ce nombre de miles',
  'spark.tier_pay': 'Paie minimale',
  'spark.tier_first': 'Demander plus pour plus de miles',
  'spark.tier_add': 'Ajouter un palier',
  'spark.tier_remove': 'Retirer le palier {n}',
  'spark.tier_removed': 'Palier {n} retiré.',
} as const
