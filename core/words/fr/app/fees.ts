/** What the service costs, and what is left of a pay. */
export const fees = {
  'prices.title': 'Ce que ça coûte',
  'prices.basic': 'Au gain',
  'prices.blocks':
    '{block} par bloc gagné, {day} par jour d’offres instantanées, {checkIn} pour une prise de service dans une semaine sans gain. Facturé chaque semaine.',
  'prices.trips':
    '{curbside} par trajet drive gagné, {shopping} pour des courses, {delivery} pour une livraison. Facturé chaque semaine.',
  'prices.advanced': 'Avancée',
  'prices.professional': 'Professionnelle',
  'prices.a_week': '{price} par semaine',
  'prices.flat': 'Un prix fixe pour blocs, jours instantanés et prises de service.',
  'prices.no_card': 'Pas besoin de carte pour commencer.',
  'prices.card_percent': 'Payer par carte ajoute {percent} + {fixed}.',
  'prices.card_flat': 'Payer par carte ajoute {fee}.',

  'keep.title': 'Ce qu’il te reste',
  'keep.miles': 'Miles',
  'keep.miles_cost': '{miles} mi, {cost}',
  'keep.miles_unknown': 'Non comptés : pas de position enregistrée',
  'keep.miles_unpriced': 'Non comptés : pas de coût par mile',
  'keep.unknown': 'Inconnu',
  'keep.fee': 'Notre commission',
  'keep.fee_none': 'Aucune',
  'keep.hour': '{pay} de l’heure',
  'keep.after_both': 'Après les miles et notre commission, sans pourboire.',
  'keep.after_fee': 'Après notre commission, sans pourboire.',
  'keep.after_miles': 'Après les miles, sans pourboire.',
  'keep.day_both': '{pay} de l’heure après les miles et notre commission',
  'keep.day_fee': '{pay} de l’heure après notre commission',
  'keep.day_miles': '{pay} de l’heure après les miles',
} as const
