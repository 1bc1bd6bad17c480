/** Invoices, payments and subscriptions. */
export const billing = {
  'error.billing.in_progress': 'Ton premier appui est encore en cours.',
  'error.billing.key_reused': 'Quelque chose a changé depuis ton premier essai. Recharge.',
  'error.billing.invalid': 'Pas encore enregistré : vérifie les champs marqués.',
  'error.billing.coupon_unknown': 'Ce code de réduction n’est pas valable.',
  'error.billing.coupon_not_yet': 'Cette réduction n’est pas encore valable.',
  'error.billing.coupon_expired': 'Cette réduction a expiré.',
  'error.billing.coupon_used_up': 'Cette réduction est épuisée.',
  'error.billing.coupon_card_used':
    'Une de tes cartes a déjà utilisé cette réduction, sur un compte supprimé.',
  'error.billing.coupon_used': 'Tu as déjà utilisé cette réduction.',
  'error.billing.coupon_not_here': 'Cette réduction est seulement pour les abonnements.',
  'error.billing.coupon_taken': 'Une réduction avec ce code existe déjà.',
  'error.billing.not_found': 'Introuvable. Regarde à nouveau ta liste.',
  'error.billing.under_way': 'Un paiement est déjà en cours. Vérifie-le d’abord.',
  'error.billing.paid_already': 'C’est déjà payé.',
  'error.billing.payment_failed': 'Le paiement a échoué. Réessaie, ou paie autrement.',
  'error.billing.method_missing': 'Ce moyen de paiement n’est pas disponible. Choisis-en un autre.',
  'error.billing.gateway_unavailable':
    'Le service de paiement ne répond pas. Réessaie : tu n’es jamais débité deux fois.',
  'error.billing.no_plans': 'Ton appli de livraison n’a pas d’abonnement.',
  'error.billing.too_late': 'Trop tard : c’est changé. Recharge.',
  'error.billing.refund_too_much': 'Plus que ce qu’il reste de ce paiement.',
  'error.billing.nothing_to_credit': 'Il ne reste rien à créditer sur cette facture.',
  'error.billing.prices_stale': 'Les prix ont changé. Regarde les nouveaux.',
  'error.coupon_code': 'Mets de 3 à 24 lettres, chiffres et tirets.',
  'error.before_start': 'La fin est avant le début.',
} as const
