import type { terms as english } from '../../en/help/terms.ts'
import type { Translated } from '../../help.ts'

export const terms = {
  intro: [
    'En créant un compte, tu acceptes ces règles entre toi et l’exploitant de ce service. « Bloc » veut dire aussi un trajet, ou un créneau ou une course de coursier.',
  ],
  sections: {
    service: {
      title: 'Ce que tu obtiens',
      text: [
        'Un bot qui accepte les offres qui vont avec ton filtre, dans les limites de l’appli de livraison. Tu vois chaque décision et sa raison.',
        'Nous ne promettons ni un nombre de blocs, ni un revenu, ni que le bot soit plus rapide que d’autres.',
      ],
    },
    platforms: {
      title: 'Seulement où l’appli de livraison est d’accord',
      text: [
        'Le bot ne marche qu’avec les applis de livraison qui l’autorisent, et l’appli montre qui l’a autorisé et depuis quand. Il ne se fait pas passer pour une personne, ne se cache pas, et ne passe aucun contrôle de sécurité. Si l’autorisation est retirée, la connexion s’arrête tout de suite.',
        'Ne connecte que ton propre compte. Tu dois à l’appli de livraison ce qu’elle te demande, qui que ce soit qui ait accepté le bloc.',
      ],
    },
    account: {
      title: 'Ton compte',
      text: [
        'Tu dois être majeur et avoir le droit de travailler comme livreur. Un compte par personne, avec de vraies informations.',
        'Garde ton mot de passe pour toi : tu réponds de ce qui est fait avec jusqu’à ce que tu signales qu’un autre l’a.',
      ],
    },
    control: {
      title: 'C’est toi qui décides',
      text: [
        'Un bloc que le bot accepte avec ton filtre compte comme accepté par toi. Tu peux arrêter le bot à tout moment ; il finit alors l’offre qu’il accepte, et aucune autre.',
        'Tous les bots s’arrêtent une fois par jour, et l’exploitant peut les arrêter quand la sécurité ou une appli de livraison l’exige.',
      ],
    },
    fees: {
      title: 'Ce que ça coûte',
      text: [
        {
          paid: true,
          text: 'Avec la formule de base, tu paies à la semaine, du lundi au dimanche dans ton fuseau horaire. L’exploitant peut fixer d’autres prix ; l’appli affiche ceux du moment.',
        },
        {
          only: ['amazon'],
          paid: true,
          text: '- Un bloc gagné pour toi : 5 $, même si tu ne le fais pas.',
        },
        {
          only: ['spark'],
          paid: true,
          text: '- Un trajet Spark gagné pour toi : 0,60 $ (drive ou livraison) ou 0,80 $ (courses).',
        },
        { paid: false, text: 'Rien : cette appli ne fait rien payer pour ce que fait le bot.' },
        { only: ['courier'], paid: true, text: '- Un coursier ne paie rien.' },
        {
          only: ['courier'],
          text: '- Ton appli de livraison peut demander un prix par mois. Connexion l’affiche avant que tu le doives, et tu le paies à elle, pas ici.',
        },
        {
          only: ['amazon'],
          paid: true,
          text: '- La localisation des offres instantanées : 2,00 $ par jour.',
        },
        {
          paid: true,
          text: '- Prise de service : 2 $ chaque fois dans une semaine sans gain, avant ou après elle.',
        },
        {
          only: ['amazon'],
          paid: true,
          text: '- La formule Avancée : 25 $ par semaine ; Professionnelle : 35 $. Tu achètes 7 ou 14 jours d’avance, blocs, jours instantanés et prises de service compris.',
        },
        {
          paid: true,
          text: '- Frais de carte : 2,9 % plus 30 cents, ou 99 cents fixes pour un compte bancaire, affichés avant de confirmer.',
        },
        {
          paid: true,
          text: '- Une réduction compte une fois par livreur, tant qu’elle est valable et pas épuisée.',
        },
        {
          paid: true,
          text: '- Un crédit pour un ami : 50 % de moins sur une semaine de ton prochain abonnement ou sur une facture de la semaine, mais jamais plus que son premier paiement. Il s’inscrit avec ton code, confirme son téléphone et paie avec une carte qui n’est ni la tienne ni celle d’un compte supprimé.',
        },
        {
          paid: true,
          text: 'Ce que nous apprenons tard va sur la facture suivante. Les erreurs donnent un avoir et un remboursement. Le remboursement complet d’un abonnement retire ses jours.',
        },
      ],
    },
    unpaid: {
      title: 'Factures impayées',
      text: [
        {
          paid: true,
          text: 'Si une facture est impayée 5 jours après son émission, ton compte est suspendu : tu vois tout, mais le bot ne démarre pas tant que tu n’as pas payé. Si tu penses qu’elle est fausse, écris à l’assistance avant ce jour.',
        },
      ],
    },
    fair: {
      title: 'Usage loyal',
      text: [
        'Ne partage pas et ne vends pas ton compte, ne contourne pas les limites, n’attaque pas le service, et ne t’en sers pas pour ce que la loi interdit. Nous pouvons désactiver un compte qui le fait, et te dire pourquoi.',
      ],
    },
    liability: {
      title: 'Quand quelque chose tombe en panne',
      text: [
        'Les serveurs, les réseaux et les applis de livraison tombent en panne, et le service peut fermer pour maintenance. Il est fourni tel quel.',
        'Nous répondons du dommage que nous causons exprès ou par faute lourde, et partout où la loi ne nous laisse pas l’exclure. Sinon, nous ne répondons pas des blocs ratés, de la paie espérée, de ce que décide une appli de livraison, ni de ce qui arrive pendant que tu conduis, et nous te devons au plus ce que tu nous as payé ces trois derniers mois.',
      ],
    },
    end: {
      title: 'Comment ça finit',
      text: [
        'Tu peux supprimer ton compte dans ton profil à tout moment. Nous pouvons y mettre fin avec 30 jours de préavis, ou tout de suite si tu enfreins gravement ces règles.',
        { paid: true, text: 'Les factures ouvertes restent dues.' },
        {
          only: ['amazon'],
          paid: true,
          text: 'Les jours d’abonnement payés que tu ne peux plus utiliser sont remboursés, sauf si tu as enfreint les règles.',
        },
      ],
    },
    changes: {
      title: 'Quand ces règles changent',
      text: [
        'Nous te prévenons d’un changement important avant qu’il s’applique. Si tu n’es pas d’accord, supprime ton compte ; jusque-là, l’ancienne version s’applique.',
        'Cette traduction est là pour t’aider : en cas de différence, le texte anglais fait foi.',
      ],
    },
  },
} as const satisfies Translated<typeof english>
