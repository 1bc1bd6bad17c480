import type { privacy as english } from '../../en/help/privacy.ts'
import type { Translated } from '../../help.ts'

export const privacy = {
  intro: [
    'Nous gardons ce dont le service a besoin, ne vendons rien, et n’utilisons rien pour la publicité.',
  ],
  sections: {
    collected: {
      title: 'Ce que nous gardons de toi',
      text: [
        '- Qui tu es : nom, e-mails, téléphone, langue, fuseau horaire, appli de livraison, la version des conditions que tu as acceptée, le code de parrainage que tu as saisi, et ton ID d’appareil.',
        '- Comment tu te connectes : une empreinte de ton mot de passe (Argon2id), les clés publiques de tes clés d’accès, ta première connexion, tes sessions avec navigateur et adresse, les connexions ratées, et des empreintes de codes.',
        '- Ton appli de livraison : son e-mail, identifiant ou téléphone, et son mot de passe ou ses jetons, chiffrés.',
        '- Ton travail : chaque version enregistrée de tes filtres, les recherches et requêtes de ton bot, l’historique, les blocs, prises de service, tâches de démarrage auto, questions et tes réponses, et les totaux de ton bilan.',
        '- La position que tu as enregistrée, et les jours où les offres instantanées étaient activées. Ta position à une prise de service va à l’appli de livraison et n’est pas gardée.',
        '- Ton adresse de calendrier secrète, chiffrée, et quand elle a été lue pour la dernière fois.',
        '- Les alertes : tes réglages, les adresses des navigateurs et applis qui reçoivent le push, et une liste des messages envoyés. Leur contenu est chiffré et supprimé dès l’envoi, ou après trois jours s’il est impossible, celui d’un code à son expiration au plus tard.',
        {
          paid: true,
          text: '- L’argent : factures, réductions, crédits, paiements, ton numéro chez le prestataire de paiement, et la marque et les quatre derniers chiffres d’une carte ou d’un compte. Le numéro entier ne nous parvient jamais.',
        },
        {
          paid: true,
          text: '- Les amis : ton code de parrainage, les téléphones que tu as invités, et qui s’est inscrit avec.',
        },
        '- Ce que tu as écrit à l’assistance et les réponses, et ce qu’un exploitant a fait à ton compte et pourquoi.',
        'Les offres vont aussi dans un historique que partagent tous les livreurs, pour les prévisions. Il ne dit pas qui les a vues, et les offres faites à toi seul n’y vont jamais.',
      ],
    },
    credentials: {
      title: 'Le mot de passe de ton appli de livraison',
      text: [
        'Le mot de passe et les jetons sont chiffrés avant d’arriver à la base de données (AES-256-GCM), chacun avec sa clé, qu’un trousseau hors de la base verrouille. Ils servent à se connecter et à rien d’autre, et ne sont jamais affichés, notés ni envoyés à un navigateur. Déconnecte-la dans Connexion et ils sont supprimés.',
      ],
    },
    how_long: {
      title: 'Combien de temps',
      text: [
        '- Les lignes d’historique et les offres : 90 jours. L’historique partagé : 60 jours. L’exploitant peut fixer d’autres durées.',
        '- Les questions sur les offres et la liste des messages : 30 jours. Les notifications : 180 jours.',
        '- Les codes : un jour au plus. Les sessions : jusqu’à leur fin.',
        '- Tout le reste : tant que ton compte existe.',
        'Ce qu’un exploitant a fait reste dans le journal d’audit, car il montre comment le service a été exploité.',
        {
          paid: true,
          text: 'Les factures et écritures comptables restent aussi, liées à aucun compte, ainsi que des empreintes à clé de ton e-mail, de ton téléphone et de tes cartes, pour que les réductions et invitations comptent une fois.',
        },
      ],
    },
    device: {
      title: 'Sur ton appareil',
      text: [
        'Un cookie pour ta session, deux contre les requêtes falsifiées, et un qui reconnaît ton navigateur pendant 400 jours, pour que les mauvais mots de passe d’autres ne te bloquent pas et que tu apprennes une connexion ailleurs. L’appli y garde aussi langue, apparence, brouillons et ses propres pages. Il n’y a ni cookies de tiers ni pistage.',
      ],
    },
    others: {
      title: 'Qui d’autre le voit',
      text: [
        '- Ton appli de livraison : tes identifiants, les requêtes du bot, ta position enregistrée pour les offres instantanées et les courses près de toi, et ta position quand tu prends ton service.',
        '- Toute personne qui a ton adresse de calendrier : tes blocs.',
        '- Les services que l’exploitant peut utiliser : un serveur d’e-mail, Twilio pour les SMS et appels, Cloudflare, hCaptcha ou Google pour le contrôle de sécurité, Have I Been Pwned pour les nouveaux mots de passe (cinq chiffres d’une empreinte), et Google ou un autre serveur pour les cartes.',
        '- Push : chiffré, par le service de ton navigateur. Les applis des magasins le reçoivent de Google ou d’Apple, qui peuvent lire le texte.',
        { paid: true, text: '- Stripe, qui prend les paiements.' },
        '- Les autorités : ce qu’un ordre valable exige, et rien de plus.',
      ],
    },
    operator: {
      title: 'Ce qu’un exploitant peut voir',
      text: [
        'Ton nom, e-mail, téléphone, compte, bot et demandes à l’assistance, et quels messages sont partis. Pas leur contenu, ni tes mots de passe ou tes codes. Chaque changement qu’il fait est noté dans un journal d’audit.',
        'Une démo n’envoie pas de vrais messages : ils sont sur la page Messages envoyés, que peut lire toute personne qui a ouvert la démo. N’y saisis pas de vraies adresses.',
      ],
    },
    rights: {
      title: 'Tes droits',
      text: [
        'Dans ton profil, tu peux corriger tes données, les télécharger toutes, ou supprimer tout de suite le compte avec ses données. Dans Alertes, tu peux désactiver tous les messages sauf les codes et les avis de sécurité. Pour le reste, écris à l’assistance.',
        { paid: true, text: 'Les factures et pièces comptables restent.' },
      ],
    },
    safety: {
      title: 'Comment c’est protégé',
      text: [
        'Les connexions sont chiffrées et les essais de connexion limités. Si tes données tombent un jour en de mauvaises mains, nous te disons sans délai ce qui s’est passé et que faire.',
      ],
    },
    changes: {
      title: 'Âge et changements',
      text: [
        'Le service est pour les livreurs majeurs ; nous ne gardons sciemment aucune donnée d’enfants. Nous te prévenons d’un changement important de cette page avant qu’il s’applique.',
      ],
    },
  },
} as const satisfies Translated<typeof english>
