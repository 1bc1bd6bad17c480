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
        '- Connexion : empreintes du mot de passe (Argon2id) et des codes, clés publiques des clés d’accès, sessions avec navigateur et adresse, première connexion et connexions ratées.',
        '- Appli de livraison : son e-mail, identifiant ou téléphone, et mot de passe ou jetons.',
        '- Travail : filtres et leurs versions, recherches et requêtes du bot, historique, blocs, prises de service, tâches de démarrage auto, questions et réponses, totaux du bilan.',
        '- Lieux : ta position enregistrée et les jours d’offres instantanées. L’endroit où tu prends ton service n’est pas gardé.',
        '- Calendrier : ton adresse secrète, chiffrée, et quand elle a été lue pour la dernière fois.',
        '- Alertes : réglages, adresses pour le push, et une liste des messages. Leur contenu est chiffré et supprimé dès l’envoi, au plus tard après trois jours, celui d’un code à son expiration.',
        {
          paid: true,
          text: '- Argent : factures, réductions, crédits, paiements, ton numéro chez le prestataire de paiement, marque et quatre derniers chiffres d’une carte ou d’un compte.',
        },
        {
          paid: true,
          text: '- Amis : ton code, les téléphones que tu as invités, et qui s’est inscrit.',
        },
        '- Assistance : messages, réponses, ce qu’un exploitant a fait à ton compte et pourquoi.',
        'Les offres vont aussi dans un historique partagé pour les prévisions, sans dire qui les a vues et sans celles faites à toi seul.',
      ],
    },
    how_long: {
      title: 'Combien de temps',
      text: [
        '- Historique et offres : 90 jours, historique partagé : 60, ou ce que fixe l’exploitant.',
        '- Questions sur les offres et liste des messages : 30 jours. Notifications : 180.',
        '- Codes : un jour au plus. Sessions : jusqu’à leur fin.',
        '- Le reste : tant que ton compte existe. Le journal de ce qu’ont fait les exploitants reste.',
        {
          paid: true,
          text: '- Factures et comptabilité restent, liées à aucun compte, ainsi que des empreintes à clé d’e-mail, de téléphone et de cartes, pour que les réductions et invitations comptent une fois.',
        },
      ],
    },
    device: {
      title: 'Sur ton appareil',
      text: [
        'Quatre cookies : ta session, deux contre les requêtes falsifiées, et un qui reconnaît ton navigateur pendant 400 jours. L’appli garde langue, apparence, brouillons et ses pages. Ni cookies de tiers, ni pistage.',
      ],
    },
    others: {
      title: 'Qui le voit',
      text: [
        '- Ton appli de livraison : tes identifiants, les requêtes du bot, ta position enregistrée pour les offres instantanées et les courses près de toi, et où tu prends ton service.',
        '- Toute personne qui a ton adresse de calendrier : tes blocs.',
        '- Les exploitants : nom, e-mail, téléphone, compte, bot, demandes à l’assistance, et quels messages sont partis ; pas leur contenu, ni tes mots de passe ou tes codes.',
        '- Les services que l’exploitant peut utiliser : un serveur d’e-mail, Twilio (SMS, appels), Cloudflare, hCaptcha ou Google (contrôle de sécurité), Have I Been Pwned (cinq chiffres de l’empreinte d’un nouveau mot de passe), Google ou un autre serveur (cartes).',
        '- Les services de push, chiffré ; dans les applis des magasins, Google ou Apple peuvent lire le texte.',
        { paid: true, text: '- Stripe : les paiements.' },
        '- Les autorités : ce qu’un ordre valable exige.',
        'Une démo n’envoie pas de vrais messages : toute personne qui l’a ouverte peut les lire dans Messages envoyés. N’y saisis pas de vraies adresses.',
      ],
    },
    safety: {
      title: 'Comment c’est protégé',
      text: [
        'Le mot de passe et les jetons de ton appli de livraison sont chiffrés (AES-256-GCM) avec des clés verrouillées hors de la base de données. Ils ne servent qu’à te connecter, ne sont jamais affichés, notés ni envoyés à un navigateur, et sont supprimés quand tu te déconnectes dans Connexion.',
        'Si tes données tombent en de mauvaises mains, nous te disons sans délai ce qui s’est passé et que faire.',
      ],
    },
    rights: {
      title: 'Tes droits',
      text: [
        'Dans ton profil : corrige tes données, télécharge-les toutes, ou supprime tout de suite le compte avec ses données. Dans Alertes : désactive tous les messages sauf les codes et les avis de sécurité. Pour le reste, écris à l’assistance.',
        'Les livreurs sont majeurs ; nous ne gardons sciemment aucune donnée d’enfants. Nous te prévenons avant un changement important de cette page.',
      ],
    },
  },
} as const satisfies Translated<typeof english>
