import type { terms as english } from '../../en/help/terms.ts'
import type { Translated } from '../../help.ts'

export const terms = {
  intro: [
    'Avec un compte, tu acceptes ces règles. « Bloc » veut dire aussi un trajet, un créneau ou une course de coursier.',
  ],
  sections: {
    service: {
      title: 'Le service',
      text: [
        'Un bot accepte les offres qui vont avec ton filtre. Nous ne promettons ni blocs, ni revenu, ni avance.',
        'Il ne marche qu’avec les applis de livraison qui l’autorisent, ne se fait pas passer pour une personne et ne passe aucun contrôle de sécurité. Ne connecte que ton propre compte ; tes devoirs là-bas restent les tiens.',
        'Ce que le bot accepte, tu l’as accepté. Arrête-le quand tu veux : il finit d’abord l’offre qu’il accepte. Tous les bots s’arrêtent chaque jour, et quand la sécurité ou une appli de livraison l’exige.',
      ],
    },
    account: {
      title: 'Ton compte',
      text: [
        'Tu dois être majeur et avoir le droit de travailler comme livreur, avec un compte et de vraies informations. Tu réponds de ton mot de passe jusqu’à ce que tu signales son vol.',
        'Si tu partages ou vends le compte, contournes les limites, attaques le service ou enfreins la loi, nous pouvons le désactiver, en disant pourquoi.',
      ],
    },
    fees: {
      title: 'Prix',
      text: [
        { paid: false, text: 'Ici, le bot est gratuit.' },
        {
          paid: true,
          text: 'Tu paies à la semaine, du lundi au dimanche. Les prix de l’appli comptent d’abord.',
        },
        {
          only: ['amazon'],
          paid: true,
          text: '- Un bloc gagné : 5 $, même si tu ne le fais pas.',
        },
        {
          only: ['spark'],
          paid: true,
          text: '- Un trajet gagné : 0,60 $, avec des courses 0,80 $.',
        },
        { only: ['courier'], paid: true, text: '- Un coursier ne paie rien.' },
        {
          only: ['courier'],
          text: '- Ton appli de livraison peut te faire payer au mois ; Connexion l’affiche avant.',
        },
        {
          only: ['amazon'],
          paid: true,
          text: '- Offres instantanées : 2,00 $ par jour.',
        },
        { paid: true, text: '- Prise de service : 2 $ dans une semaine sans gain.' },
        {
          only: ['amazon'],
          paid: true,
          text: '- Ou 7 ou 14 jours d’Avancée (25 $ par semaine) ou de Professionnelle (35 $).',
        },
        {
          paid: true,
          text: '- Frais de carte : 2,9 % + 30 cents ; compte bancaire : 99 cents.',
        },
        { paid: true, text: '- Une réduction compte une fois par livreur.' },
        {
          paid: true,
          text: '- Le crédit pour un ami : 50 % de moins sur une semaine de ton prochain abonnement ou une facture de la semaine, au plus son premier paiement, avec une carte nouvelle pour nous et pas la tienne.',
        },
        {
          paid: true,
          text: 'Ce qui arrive tard va sur la facture suivante. Nous remboursons les erreurs. Un abonnement remboursé en entier perd ses jours.',
        },
        {
          paid: true,
          text: 'Une facture impayée pendant 5 jours suspend ton compte jusqu’à ce que tu paies. Si elle est fausse, écris d’abord à l’assistance.',
        },
      ],
    },
    liability: {
      title: 'Responsabilité',
      text: [
        'Le service est fourni tel quel. Nous répondons du dol, de la faute lourde et de ce que la loi ne nous laisse pas exclure ; sinon pas des blocs ratés, de la paie espérée, de ce que décide une appli de livraison ni de ta conduite, et au plus de tes paiements des trois derniers mois.',
      ],
    },
    end: {
      title: 'Changements et fin',
      text: [
        'Supprime ton compte quand tu veux. Nous pouvons y mettre fin avec 30 jours de préavis, tout de suite pour une faute grave.',
        {
          paid: true,
          text: 'Les factures ouvertes restent dues. Les jours payés que tu ne peux pas utiliser sont remboursés, sauf après une faute.',
        },
        'Nous te prévenons avant un changement important. Si tu n’es pas d’accord, supprime ton compte ; jusque-là, l’ancienne version s’applique. Cette traduction t’aide : en cas de différence, le texte anglais fait foi.',
      ],
    },
  },
} as const satisfies Translated<typeof english>
