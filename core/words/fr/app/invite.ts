/** Invited friends, and the credits for them. */
export const invite = {
  'invite.failed': 'Tes invitations n’ont pas pu être chargées',
  'invite.code': 'Ton code',
  'invite.code_text':
    '{percent} % de moins sur une semaine, au plus ce qu’il paie, pour chaque ami qui prend ton code, confirme son téléphone et paie avec une nouvelle carte.',
  'invite.copy': 'Copier le lien',
  'invite.copied': 'Copié',
  'invite.copy_failed': 'Copie impossible. Appuie longuement sur le lien :',
  'invite.share': 'Partager',
  'invite.share_title': 'Madruga',
  'invite.share_text':
    'Un bot qui accepte les offres de livraison que tu veux. Inscris-toi avec mon code {code} :',

  'invite.friend': 'Inviter un ami',
  'invite.phone': 'Le portable de ton ami',
  'invite.phone_hint': '10 chiffres, pour un SMS.',
  'invite.send': 'Envoyer l’invitation',
  'invite.sending': 'Envoi…',
  'invite.sent_say': 'Invitation envoyée à {phone}.',
  'invite.left_today': {
    one: 'Encore {count} aujourd’hui.',
    many: 'Encore {count} aujourd’hui.',
    other: 'Encore {count} aujourd’hui.',
  },
  'invite.none_left': 'La dernière pour aujourd’hui. Ton code marche toujours.',

  'invite.credits': 'Tes crédits',
  'invite.earned': 'Obtenus',
  'invite.used': 'Utilisés',
  'invite.available': 'Disponibles',
  'invite.keep': 'Garder les crédits pour un abonnement',
  'invite.keep_hint': 'Les factures de la semaine ne les prennent pas.',
  'invite.credit_kept':
    '{percent} % de moins sur une semaine chacun, pour ton prochain abonnement à la semaine.',
  'invite.credit_worth':
    '{percent} % de moins sur une semaine chacun, sur ton prochain abonnement à la semaine ou ta facture.',
  'invite.credit_invoice': '{percent} % de moins sur une facture de la semaine chacun.',
  'invite.credit_cap': 'Au plus le premier paiement de cet ami.',
  'invite.credit_full':
    'Un premier paiement de {advanced} te donne les {percent} % entiers d’une semaine Avancée, {professional} d’une Professionnelle.',
  'invite.credit_next': 'Ton prochain crédit : jusqu’à {amount} de moins.',
  'invite.credit_all': 'Tous tes crédits : jusqu’à {amount} de moins.',
  'invite.joined': {
    one: '{count} ami a pris ton code.',
    many: '{count} d’amis ont pris ton code.',
    other: '{count} amis ont pris ton code.',
  },
  'invite.joined_none': 'Aucun ami n’a pris ton code.',

  'invite.list': 'Invitations',
  'invite.list_none': 'Pas encore d’invitation',
  'invite.list_none_text': 'Envoies-en une, ou partage ton lien.',
  'invite.list_put_away': 'Toutes sont archivées.',
  'invite.sent_at': 'Envoyée le {when}',
  'invite.state.sent': 'Envoyée',
  'invite.state.joined': 'Inscrit',
  'invite.state.earned': 'A payé : tu as obtenu un crédit',
  'invite.archive': 'Archiver',
  'invite.archived_say': 'Archivée',
  'invite.archived': {
    one: '{count} archivée',
    many: '{count} archivées',
    other: '{count} archivées',
  },
  'invite.bring_back': 'Rétablir',
  'invite.brought_back_say': 'Rétablie',

  'error.referrals.phone_invalid': 'Saisis les 10 chiffres d’un numéro joignable.',
  'error.referrals.self': 'Ton propre numéro. Saisis celui d’un ami.',
  'error.referrals.phone_full': 'Assez invité. Partage ton lien.',
  'error.referrals.sent_already': 'Déjà invité.',
  'error.referrals.too_many': 'Plus d’invitations aujourd’hui.',
  'error.referrals.not_found': 'N’existe plus. Recharge.',
  'error.referrals.code_unknown': 'Ce code n’existe pas. Vérifie-le, ou laisse le champ vide.',
} as const
