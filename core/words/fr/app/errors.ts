/** One text per error code: a reason, then what to do. */
export const errors = {
  'error.request.invalid': 'Quelque chose ne va pas dans le formulaire. Vérifie et réessaie.',
  'error.request.too_many': 'Trop d’essais. Attends une minute.',
  'error.request.forged': 'Cette page n’est plus à jour. Recharge-la et réessaie.',
  'error.request.not_found': 'Introuvable. C’est peut-être déjà supprimé.',
  'error.server.fault': 'Un problème est survenu chez nous. Réessaie dans un instant.',
  'error.server.unavailable': 'Le service est chargé. Réessaie dans un instant.',
  'error.accounts.signed_out': 'Tu n’es plus connecté. Connecte-toi pour continuer.',
  'error.platforms.unavailable': 'L’appli de livraison ne répond pas. Réessaie dans un instant.',
  'error.network.unreachable': 'Pas de connexion. Vérifie ton réseau et réessaie.',
} as const
