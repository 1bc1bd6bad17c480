/** One text per error code: a reason, then what to do. */
export const errors = {
  'error.request.invalid': 'Quelque chose ne va pas. Vérifie.',
  'error.request.too_many': 'Trop d’essais. Attends une minute.',
  'error.request.forged': 'Page plus à jour. Recharge.',
  'error.request.not_found': 'Introuvable ou supprimé.',
  'error.server.fault': 'Un problème chez nous. Réessaie dans un instant.',
  'error.server.unavailable': 'Service chargé. Réessaie dans un instant.',
  'error.accounts.signed_out': 'Tu n’es plus connecté. Connecte-toi.',
  'error.platforms.unavailable': 'L’appli de livraison ne répond pas. Réessaie bientôt.',
  'error.network.unreachable': 'Pas de connexion. Vérifie ton réseau.',
} as const
