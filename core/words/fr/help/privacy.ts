import type { privacy as english } from '../../en/help/privacy.ts'
import type { Translated } from '../../help.ts'

export const privacy = {
  intro: [
    'Nous gardons ce dont le service a besoin, ne vendons rien, et n’utilisons rien pour la publicité.',
  ],
  sections: {
    collected: {
      title: 'Ce que nous gardons',
      text: [
        '- Toi : nom, e-mails, téléphone, langue, fuseau horaire, appli de livraison, conditions acceptées, code de parrainage, ID d’appareil.',
        '- Connexion : empreintes du mot de passe et des codes, clés publiques des clés d’accès, sessions avec navigateur et adresse, première connexion et connexions ratées.',
        '- Appli de livraison : identifiant, mot de passe ou jetons.',
        '- Travail : filtres, recherches et requêtes du bot, historique, blocs, prises de service, démarrage auto, réponses, totaux du bilan.',
        '- Lieux : ta position enregistrée, les jours d’offres instantanées ; pas l’endroit où tu prends ton service.',
        '- Calendrier : ton adresse secrète, chiffrée, et sa dernière lecture.',
        '- Alertes : réglages, adresses pour le push, une liste des messages. Leur contenu est chiffré et supprimé dès l’envoi, en trois jours au plus ; celui d’un code à son expiration.',
        {
          paid: true,
          text: '- Argent : factures, réductions, crédits, paiements, ton numéro chez le prestataire de paiement, marque et quatre derniers chiffres d’une carte ou d’un compte.',
        },
        {
          paid: true,
          text: '- Amis : ton code, les téléphones invités, qui s’est inscrit.',
        },
        '- Assistance : demandes, réponses, ce que les exploitants ont fait à ton compte et pourquoi.',
        'Un historique partagé pour les prévisions a les offres : pas qui les a vues, et aucune faite à toi seul.',
      ],
    },
    how_long: {
      title: 'Combien de temps',
      text: [
        '- Historique et offres : 90 jours, historique partagé : 60, si l’exploitant ne les change pas.',
        '- Questions sur les offres et liste des messages : 30 jours. Notifications : 180.',
        '- Codes : un jour au plus. Sessions : jusqu’à leur fin.',
        '- Le reste : tant que ton compte existe. Le journal des exploitants reste.',
        {
          paid: true,
          text: '- Factures et comptabilité restent sans ton compte, et des empreintes à clé d’e-mail, de téléphone et de cartes, pour compter une fois réductions et invitations.',
        },
      ],
    },
    device: {
      title: 'Sur ton appareil',
      text: [
        'Quatre cookies : ta session, deux contre les requêtes falsifiées, un qui reconnaît ton navigateur pendant 400 jours. L’appli garde langue, apparence, brouillons et pages. Ni cookies de tiers, ni pistage.',
      ],
    },
    others: {
      title: 'Qui le voit',
      text: [
        '- Ton appli de livraison : tes identifiants, les requêtes du bot, ta position enregistrée pour les offres proches, où tu prends ton service.',
        '- Toute personne qui a ton adresse de calendrier : tes blocs.',
        '- Les exploitants : nom, e-mail, téléphone, compte, bot, demandes à l’assistance, quels messages sont partis ; pas leur contenu, mots de passe ou codes.',
        '- Services, si l’exploitant les utilise : serveur d’e-mail, Twilio (SMS, appels), Cloudflare, hCaptcha ou Google (contrôle de sécurité), Have I Been Pwned (cinq chiffres de l’empreinte d’un mot de passe), Google ou un autre (cartes).',
        '- Les services de push, chiffré ; Google ou Apple peuvent le lire dans les applis des magasins.',
        { paid: true, text: '- Stripe : les paiements.' },
        '- Les autorités : ce qu’un ordre valable exige.',
        'Dans une démo, tout le monde peut lire tous les messages : n’y saisis pas de vraies adresses.',
      ],
    },
    safety: {
      title: 'Protection',
      text: [
        'Le mot de passe et les jetons de ton appli de livraison sont chiffrés (AES-256-GCM) avec des clés hors de la base de données, ne servent qu’à te connecter, ne sont jamais affichés, notés ni envoyés à un navigateur, et sont supprimés quand tu te déconnectes dans Connexion.',
        'Si tes données tombent en de mauvaises mains, nous te disons sans délai ce qui s’est passé et que faire.',
      ],
    },
    rights: {
      title: 'Tes droits',
      text: [
        'Dans ton profil, corrige ou télécharge tes données, ou supprime-les avec le compte, tout de suite. Dans Alertes, désactive tout sauf les codes et les avis de sécurité. Pour le reste, écris à l’assistance.',
        'Les livreurs sont majeurs : nous ne gardons sciemment aucune donnée d’enfants. Nous te prévenons avant un changement important.',
      ],
    },
  },
} as const satisfies Translated<typeof english>
