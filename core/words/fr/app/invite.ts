/** Invited friends, and the credits for them. */
export const invite = {
  'invite.failed': 'Tes invitations n’ont pas pu être chargées',
  'invite.code': 'Ton code',
  'invite.code_text':
    '{percent} % de moins sur une semaine, au plus ce qu’il paie, pour chaque ami qui s’inscrit avec ton code, confirme son téléphone et paie avec une nouvelle carte.',
  'invite.copy': 'Copier le lien',
  'invite.copied': 'Copié',
  'invite.copy_failed': 'Copie impossible. Appuie longuement sur le lien pour le copier :',
  'invite.share': 'Partager',
  'invite.share_title': 'Madruga',
  'invite.share_text':
    'Un bot qui accepte les offres de livraison que tu veux. Inscris-toi avec mon code {code} :',

  'invite.friend': 'Inviter un ami',
  'invite.phone': 'Le portable de ton ami',
  'invite.phone_hint': '10 chiffres, pour un SMS avec ton lien.',
  'invite.send': 'Envoyer l’invitation',
  'invite.sending': 'Envoi…',
  'invite.sent_say': 'Invitation envoyée à {phone}.',
  'invite.left_today': {
    one: 'Tu peux encore en envoyer {count} aujourd’hui.',
    many: 'Tu peux encore en envoyer {count} aujourd’hui.',
    other: 'Tu peux encore en envoyer {count} aujourd’hui.',
  },
  'invite.none_left': 'C’était la dernière pour aujourd’hui. Ton code marche toujours.',

  'invite.credits': 'Tes crédits',
  'invite.earned': 'Obtenus',
  'invite.used': 'Utilisés',
  'invite.available': 'Disponibles',
  'invite.keep': 'Garder les crédits pour un abonnement',
  'invite.keep_hint': 'Les factures de la semaine ne les utiliseront pas.',
  'invite.credit_kept':
    '{percent} % de moins sur une semaine chacun, gardés pour ton prochain abonnement à la semaine.',
  'invite.credit_worth':
    '{percent} % de moins sur une semaine chacun, pour ton prochain abonnement à la semaine ou ta prochaine facture.',
  'invite.credit_invoice': '{percent} % de moins sur une facture de la semaine chacun.',
  'invite.credit_cap': 'Au plus le premier paiement de cet ami.',
  'invite.credit_full':
    'Un premier paiement de {advanced} te donne les {percent} % entiers d’une semaine Avancée, {professional} d’une Professionnelle.',
  'invite.credit_next': 'Ton prochain crédit retire jusqu’à {amount}.',
  'invite.credit_all': 'Tous tes crédits retirent jusqu’à {amount}.',
  'invite.joined': {
    one: '{count} ami s’est inscrit avec ton code.',
    many: '{count} d’amis se sont inscrits avec ton code.',
    other: '{count} amis se sont inscrits avec ton code.',
  },
  'invite.joined_none': 'Aucun ami ne s’est encore inscrit avec ton code.',

  'invite.list': 'Invitations',
  'invite.list_none': 'Pas encore d’invitation',
  'invite.list_none_text': 'Envoies-en une par téléphone, ou partage ton lien.',
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

  'error.referrals.phone_invalid': 'Nous ne pouvons pas joindre ce numéro. Saisis ses 10 chiffres.',
  'error.referrals.self': 'C’est ton propre numéro. Saisis celui d’un ami.',
  'error.referrals.phone_full': 'Ce numéro a été assez invité. Partage ton lien.',
  'error.referrals.sent_already': 'Tu as déjà invité ce numéro.',
  'error.referrals.too_many': 'Tu as envoyé toutes tes invitations d’aujourd’hui.',
  'error.referrals.not_found': 'Cette invitation n’existe plus. Recharge la page.',
  'error.referrals.code_unknown': 'Ce code n’existe pas. Vérifie-le, ou laisse le champ vide.',
} as const
