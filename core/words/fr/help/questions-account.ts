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
            text: 'À partir de 15 minutes avant le début, tu choisis le [bloc] et tu prends ton service. Ton téléphone donne ta position, car l’appli de livraison n’accepte une prise de service que près de la [station]. Nous ne la gardons pas.',
          },
          {
            only: ['amazon', 'spark'],
            paid: true,
            text: 'Elle coûte 2 $ dans une semaine (du lundi au dimanche) sans gain, et rien sinon, même si le gain vient plus tard.',
          },
          {
            only: ['courier'],
            text: 'Les applis de coursiers n’ont pas de prise de service ici. Commence et termine tes créneaux dans ton appli de livraison.',
          },
        ],
      },
      autostart: {
        ask: 'Le bot peut-il démarrer et s’arrêter automatiquement ?',
        answer: [
          'Oui, avec les tâches de démarrage auto : une ou plusieurs dates, une heure, démarrer ou arrêter. Si nous avons une panne, une tâche peut partir avec 30 minutes de retard au plus ; après, elle ne fait rien et nous te prévenons.',
          '« Quand sortent les offres » montre les heures de tes [stations] et propose des moments.',
        ],
      },
      release: {
        ask: 'Puis-je rendre un [bloc] que le bot a accepté ?',
        answer: [
          'Oui, dans le calendrier, avant son début. Tu ne pourras pas revenir en arrière.',
          {
            only: ['amazon', 'spark'],
            text: 'Dans les 45 dernières minutes, l’appli de livraison le compte contre toi. Nous te le disons avant.',
          },
          {
            only: ['courier'],
            text: 'Cela marche pour les créneaux, si ton appli de livraison le permet. Une course ne peut pas être rendue : appelle ton dispatch.',
          },
        ],
      },
      feed: {
        ask: 'Comment garder mes [blocs] sous les yeux ?',
        answer: [
          'Dans Alertes, choisis un rappel 60, 30 ou 15 minutes avant le début ; touche un [bloc] dans le calendrier pour t’en passer.',
          'Pour le calendrier de ton téléphone, crée une adresse secrète dans Calendrier. Toute personne qui l’a voit tes [blocs] ; tu peux la remplacer ou la supprimer.',
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
            text: '- De base : 5 $ par bloc que le bot a gagné, 2,00 $ par jour d’offres instantanées, 2 $ par prise de service dans une semaine sans gain. La facture vient le lundi ; une semaine sans rien de tout ça est gratuite.',
          },
          {
            only: ['amazon'],
            paid: true,
            text: '- Avancée coûte 25 $ par semaine, Professionnelle 35 $ : un prix fixe.',
          },
          {
            only: ['spark'],
            paid: true,
            text: '- 0,60 $ par trajet que le bot a gagné, 0,80 $ pour des courses, 2 $ par prise de service dans une semaine sans gain. La facture vient le lundi ; une semaine sans rien de tout ça est gratuite. Il n’y a pas d’abonnement.',
          },
          { paid: false, text: 'Rien. Cette appli ne fait rien payer pour ce que fait le bot.' },
          {
            paid: true,
            text: '- Payer par carte ajoute 2,9 % plus 30 cents, par compte bancaire 99 cents fixes. Tu le vois avant de confirmer.',
          },
          {
            only: ['amazon'],
            paid: true,
            text: 'Saisis un code de réduction dans Paiement quand tu achètes une formule, ou sur une facture impayée.',
          },
          {
            only: ['spark'],
            paid: true,
            text: 'Saisis un code de réduction sur une facture impayée.',
          },
          {
            paid: true,
            text: 'L’exploitant de ce service peut fixer d’autres prix ; l’appli affiche ceux du moment. Une démo ne prend que des cartes de test, et aucun argent réel ne bouge.',
          },
        ],
      },
      subscription: {
        paid: true,
        only: ['amazon'],
        ask: 'Comment marchent les abonnements ?',
        answer: [
          'Dans Paiement, tu achètes 7 ou 14 jours d’Avancée ou de Professionnelle. D’autres jours de la même formule s’ajoutent à la fin.',
          'Professionnelle commence tout de suite, et ce qui reste d’Avancée vient après. Tu ne perds aucun jour payé.',
          'Quand ta formule est finie, le bot ne démarre plus tant que tu ne l’as pas renouvelée ou que tu n’es pas revenu à celle de base. Nous te prévenons un jour avant.',
        ],
      },
      suspended: {
        paid: true,
        ask: 'Et si je ne paie pas une facture, ou si elle est fausse ?',
        answer: [
          'Nous te le rappelons. Après 5 jours, ton compte est suspendu : tu peux tout voir, mais le bot ne démarre pas. Il redevient actif dès que tu paies.',
          'Un paiement bancaire prend jusqu’à 4 jours ouvrés, et ton compte reste actif. Si ta banque le refuse, la première échéance compte à nouveau.',
          'Si nous t’avons débité par erreur, écris à l’assistance : nous faisons un avoir sur la facture et te remboursons.',
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
          'Un crédit dès qu’un ami s’inscrit avec ton code, confirme son téléphone et paie pour la première fois.',
          {
            only: ['amazon'],
            text: 'Il retire 50 % d’une semaine de ton prochain abonnement ou d’une facture de la semaine, mais jamais plus que ce premier paiement. Un ami qui commence par une semaine de formule te donne les 50 % entiers ; un ami qui commence par un bloc à 5 $, un peu plus de 5 $.',
          },
          {
            only: ['spark'],
            text: 'Il retire 50 % d’une facture de la semaine, mais jamais plus que ce premier paiement. Un ami qui commence par un trajet à 0,60 $ te donne moins de 1 $.',
          },
          'Les crédits s’appliquent automatiquement, un par semaine. Si le paiement de ton ami est remboursé avant que tu utilises le crédit, tu le perds.',
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
          'Tu le vois dans l’appli. Dans Alertes, tu choisis aussi push, e-mail, SMS ou appel pour chaque type, les heures calmes, et si les alertes importantes se répètent jusqu’à ce que tu touches Compris.',
          'Les SMS et les appels demandent un téléphone confirmé dans ton profil. Sur un iPhone, le push demande Madruga sur l’écran d’accueil : dans Safari, touche Partager, puis Sur l’écran d’accueil.',
        ],
      },
      password: {
        ask: 'Le mot de passe de mon appli de livraison est-il en sécurité ici ?',
        answer: [
          'Il est chiffré avant d’être enregistré, avec une clé gardée hors de la base de données, et jamais affiché, noté ni envoyé à un navigateur. Si l’appli de livraison donne des jetons, nous utilisons les jetons à la place. Déconnecte-la dans Connexion et il est supprimé.',
          {
            only: ['courier'],
            text: 'Si tu te connectes avec un code par SMS, aucun mot de passe n’est gardé.',
          },
        ],
      },
      code: {
        ask: 'Je n’arrive pas à me connecter. Que faire ?',
        answer: [
          '- Pas de code : regarde tes courriers indésirables et ton numéro. Après une minute, demandes-en un autre, ou choisis l’e-mail à la place du SMS. Un code vaut 5 minutes.',
          '- Compte bloqué : attends, ou change ton mot de passe avec un code.',
          '- Téléphone perdu : un nouveau mot de passe déconnecte tous les autres appareils. Ton profil montre où tu es connecté.',
        ],
      },
      export: {
        ask: 'Puis-je télécharger ou supprimer mes données ?',
        answer: [
          'Oui, les deux dans ton profil. Arrête le bot avant de supprimer ton compte.',
          { paid: true, text: 'Paie d’abord les factures ouvertes.' },
        ],
      },
    },
  },
} as const satisfies Translated<typeof english>
