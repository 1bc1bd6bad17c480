/** What the service costs, and what is left of a pay. */
export const fees = {
  'prices.title': 'Ce que ça coûte',
  'prices.basic': 'Au gain',
  'prices.blocks':
    '{block} par bloc gagné, {day} par jour d’offres instantanées, {checkIn} par prise de service dans une semaine sans gain. Facturé chaque semaine.',
  'prices.trips':
    'Par trajet gagné : {curbside} drive, {shopping} courses, {delivery} livraison. Facturé chaque semaine.',
  'prices.advanced': 'Avancée',
  'prices.professional': 'Professionnelle',
  'prices.a_week': '{price} par semaine',
  'prices.flat': 'Prix fixe pour blocs, jours instantanés et prises de service.',
  'prices.no_card': 'Pas de carte pour commencer.',
  'prices.card_percent': 'La carte ajoute {percent} + {fixed}.',
  'prices.card_flat': 'La carte ajoute {fee}.',

  'keep.title': 'Ce qu’il te reste',
  'keep.miles': 'Miles',
  'keep.miles_cost': '{miles} mi, {cost}',
  'keep.miles_unknown': 'Non comptés : pas de position',
  'keep.miles_unpriced': 'Non comptés : pas de coût',
  'keep.unknown': 'Inconnu',
  'keep.fee': 'Notre commission',
  'keep.fee_none': 'Aucune',
  'keep.hour': '{pay} de l’heure',
  'keep.after_both': 'Après miles et commission, sans pourboire.',
  'keep.after_fee': 'Après commission, sans pourboire.',
  'keep.after_miles': 'Après les miles, sans pourboire.',
  'keep.day_both': '{pay}/h après miles et commission',
  'keep.day_fee': '{pay}/h après commission',
  'keep.day_miles': '{pay}/h après les miles',
} as const
