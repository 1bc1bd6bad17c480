import type { accountQuestions as english } from '../../en/help/questions-account.ts'
import type { Translated } from '../../help.ts'

export const accountQuestions = {
  around: {
    title: 'Avant et après un [bloc]',
    questions: {
      checkin: {
        ask: 'Comment marche la prise de service ?',
        answer: [
          {
            only: ['amazon', 'spark'],
            text: 'À partir de 15 minutes avant le début, choisis le [bloc] à la [station]. Ta position va à l’appli de livraison ; nous ne la gardons pas.',
          },
          {
            only: ['amazon', 'spark'],
            paid: true,
            text: 'Elle coûte 2 $ dans une semaine (du lundi au dimanche) sans gain.',
          },
          {
            only: ['courier'],
            text: 'Commence et termine tes créneaux dans ton appli de livraison.',
          },
        ],
      },
      autostart: {
        ask: 'Le bot peut-il démarrer et s’arrêter automatiquement ?',
        answer: [
          'Oui, avec les tâches de démarrage auto. Après une panne, une tâche part avec 30 minutes de retard au plus ; au-delà, nous te prévenons.',
        ],
      },
      release: {
        ask: 'Puis-je rendre un [bloc] que le bot a accepté ?',
        answer: [
          'Oui, dans le calendrier avant son début. C’est sans retour.',
          {
            only: ['amazon', 'spark'],
            text: 'Dans les 45 dernières minutes, l’appli de livraison le compte contre toi.',
          },
          {
            only: ['courier'],
            text: 'Seulement les créneaux, si ton appli le permet. Pour une course, appelle ton dispatch.',
          },
        ],
      },
      feed: {
        ask: 'Comment garder mes [blocs] sous les yeux ?',
        answer: [
          'Choisis un rappel 60, 30 ou 15 minutes avant dans Alertes ; passe-t’en dans le calendrier.',
          'Calendrier crée une adresse secrète pour celui de ton téléphone. Toute personne qui l’a voit tes [blocs].',
        ],
      },
    },
  },
  money: {
    title: 'Argent',
    questions: {
      cost: {
        ask: 'Combien ça coûte ?',
        answer: [
          {
            only: ['amazon'],
            paid: true,
            text: '- De base : 5 $ par bloc gagné, 2,00 $ par jour d’offres instantanées, 2 $ par prise de service dans une semaine sans gain, facturés le lundi.',
          },
          {
            only: ['amazon'],
            paid: true,
            text: '- Avancée 25 $ par semaine, Professionnelle 35 $ : un prix fixe.',
          },
          {
            only: ['spark'],
            paid: true,
            text: '- 0,60 $ par trajet gagné, 0,80 $ pour des courses, 2 $ par prise de service dans une semaine sans gain, facturés le lundi. Pas d’abonnement.',
          },
          { paid: false, text: 'Rien.' },
          {
            paid: true,
            text: '- La carte ajoute 2,9 % plus 30 cents, le compte bancaire 99 cents.',
          },
          {
            only: ['amazon'],
            paid: true,
            text: 'Réductions : à l’achat d’une formule, ou sur une facture impayée.',
          },
          {
            only: ['spark'],
            paid: true,
            text: 'Réductions : sur une facture impayée.',
          },
          {
            paid: true,
            text: 'Les prix de l’appli priment. Dans une démo, aucun argent réel ne bouge.',
          },
        ],
      },
      subscription: {
        paid: true,
        only: ['amazon'],
        ask: 'Comment marchent les abonnements ?',
        answer: [
          'Achète 7 ou 14 jours d’Avancée ou de Professionnelle dans Paiement ; d’autres s’ajoutent à la fin.',
          'Professionnelle commence tout de suite ; le reste d’Avancée vient après.',
          'À la fin, le bot ne démarre plus tant que tu n’as pas renouvelé ou repris la formule de base. Nous te prévenons un jour avant.',
        ],
      },
      suspended: {
        paid: true,
        ask: 'Et si je ne paie pas une facture, ou si elle est fausse ?',
        answer: [
          'Après 5 jours, ton compte est suspendu jusqu’à ce que tu paies.',
          'Un paiement bancaire prend jusqu’à 4 jours ouvrés ; ton compte reste actif. S’il est refusé, la première échéance compte à nouveau.',
          'Si elle est fausse, écris à l’assistance : les erreurs donnent un avoir et un remboursement.',
          {
            only: ['amazon'],
            text: 'Le remboursement complet d’un abonnement retire ses jours.',
          },
        ],
      },
      referral: {
        paid: true,
        ask: 'Qu’est-ce que je gagne à inviter un ami ?',
        answer: [
          'Un crédit dès qu’un ami utilise ton code, confirme son téléphone et paie pour la première fois.',
          {
            only: ['amazon'],
            text: 'Il retire 50 % d’une semaine de ton prochain abonnement ou d’une facture de la semaine, au plus ce premier paiement : un bloc à 5 $ te donne un peu plus de 5 $.',
          },
          {
            only: ['spark'],
            text: 'Il retire 50 % d’une facture de la semaine, au plus ce premier paiement : un trajet à 0,60 $ te donne moins de 1 $.',
          },
          'Ils s’appliquent automatiquement, un par semaine. Si ce paiement est remboursé avant, tu le perds.',
        ],
      },
    },
  },
  account: {
    title: 'Alertes et compte',
    questions: {
      channels: {
        ask: 'Comment savoir que j’ai gagné un [bloc] ?',
        answer: [
          'Dans Alertes, choisis push, e-mail, SMS ou appel pour chaque type, les heures calmes, et des répétitions jusqu’à ce que tu touches Compris.',
          'Les SMS et les appels demandent un téléphone confirmé. Push sur un iPhone : dans Safari, touche Partager, puis Sur l’écran d’accueil.',
        ],
      },
      password: {
        ask: 'Le mot de passe de mon appli de livraison est-il en sécurité ici ?',
        answer: [
          'Il est chiffré avec une clé hors de la base de données, jamais affiché, et supprimé quand tu te déconnectes dans Connexion.',
        ],
      },
      code: {
        ask: 'Je n’arrive pas à me connecter. Que faire ?',
        answer: [
          '- Pas de code : regarde tes indésirables et ton numéro. Après une minute, redemande, ou choisis l’e-mail. Un code vaut 5 minutes.',
          '- Compte bloqué : attends, ou change ton mot de passe.',
          '- Téléphone perdu : un nouveau mot de passe le déconnecte.',
        ],
      },
      export: {
        ask: 'Puis-je télécharger ou supprimer mes données ?',
        answer: [
          'Oui, dans ton profil. Arrête le bot avant de supprimer le compte.',
          { paid: true, text: 'Paie d’abord les factures ouvertes.' },
        ],
      },
    },
  },
} as const satisfies Translated<typeof english>
