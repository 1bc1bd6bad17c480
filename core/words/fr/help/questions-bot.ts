import type { botQuestions as english } from '../../en/help/questions-bot.ts'
import type { Translated } from '../../help.ts'

export const botQuestions = {
  begin: {
    title: 'Premiers pas',
    questions: {
      what: {
        ask: 'Que fait Madruga ?',
        answer: [
          'Il regarde les offres de ton appli de livraison et accepte celles qui vont avec ton filtre, avant les autres livreurs. Tu règles les [stations], la paie et les heures ; le bot ne décide rien d’autre.',
          'Il tourne sur nos serveurs. Ton téléphone peut être verrouillé, éteint ou sans réseau.',
          {
            only: ['courier'],
            text: 'Un créneau est prévu à l’avance, comme samedi de 18:00 à 22:00 : le bot se présente. Une course est une livraison qui part maintenant : le bot n’en prend pas d’autre tant qu’elle n’est pas finie.',
          },
        ],
      },
      authorised: {
        ask: 'Avec quelles applis de livraison marche-t-il ? Est-ce permis ?',
        answer: [
          'Seulement avec celles qui le permettent. Le bot ne se cache pas : il respecte une limite de requêtes, ralentit quand l’appli de livraison le demande, et ne passe aucun contrôle de sécurité.',
          {
            only: ['amazon', 'spark'],
            text: 'Aujourd’hui, tu es connecté à un marché d’entraînement : offres, rivaux et limites marchent comme dans une appli de livraison, mais rien n’est livré.',
          },
          {
            only: ['courier'],
            text: 'Ce sont les applis de coopératives et de sociétés de coursiers qui tournent sur CoopCycle ou Fleetbase. Connexion montre qui a autorisé le bot, et depuis quand. Si l’autorisation est retirée, nous arrêtons en quelques secondes.',
          },
          {
            only: ['courier'],
            text: '« À l’essai » veut dire que nous avons testé avec le logiciel même de l’appli sur nos machines, pas encore avec une coopérative. Vérifie dans l’appli de livraison ce que le bot réserve.',
          },
        ],
      },
      first: {
        ask: 'Comment lancer la recherche ?',
        answer: [
          '- Connecte ton appli de livraison dans Connexion.',
          '- Choisis les [stations], la paie et les heures dans Filtres, et enregistre.',
          '- Touche Lancer la recherche à l’accueil. En 40 secondes, le bot est En marche.',
        ],
      },
    },
  },
  bot: {
    title: 'Le bot',
    questions: {
      states: {
        ask: 'Que veulent dire les états du bot ?',
        answer: [
          '- À l’arrêt : rien n’est demandé à l’appli de livraison.',
          '- Préparation : il se connecte à l’appli de livraison, 40 secondes au plus.',
          '- En marche : il cherche.',
          {
            only: ['amazon'],
            text: '- En marche + GPS : il cherche aussi les offres instantanées.',
          },
          '- En veille : aucune requête ; tu vois la raison et le temps qui reste.',
          '- Démarrage raté : il n’a pas pu démarrer et dit pourquoi.',
          '- Arrêt en cours : il finit l’offre qu’il accepte, puis s’arrête.',
          '- En attente : le délai avant le prochain démarrage, une minute, ou 70 après une recherche 2X15 entière.',
        ],
      },
      speeds: {
        ask: 'Que veulent dire les vitesses (1X, 2X15, 2X30, 3X) ? Laquelle choisir ?',
        answer: [
          '- 1X cherche 60 minutes, puis veille 70.',
          '- 2X15 cherche 15 et veille 15, pendant 3 heures. Puis il s’arrête et t’envoie un e-mail.',
          '- 2X30 cherche 30 et veille 30.',
          '- 3X cherche 10 avec les requêtes les plus rapides, puis veille 70.',
          {
            only: ['amazon', 'spark'],
            paid: true,
            offered: 'amazon',
            text: '- 4X utilise tes propres temps. Elle fait partie de la formule Professionnelle.',
          },
          'Si tu sais quand sortent les offres de ta [station], prends 3X juste avant ou 2X15 autour. Sinon, 1X ou 2X30 cherchent toute la journée.',
        ],
      },
      sleep: {
        ask: 'Pourquoi mon bot est-il en veille ?',
        answer: [
          'L’accueil montre la raison et le temps qui reste :',
          '- Le temps de recherche de ta vitesse est fini.',
          '- Tu as gagné un [bloc] ou tu livres, et ton filtre dit de faire une pause.',
          '- Une sécurité a joué.',
          {
            only: ['courier'],
            text: '- Une course est en route : une autre partirait tout de suite.',
          },
          {
            only: ['amazon', 'spark'],
            text: '- Recherche trop rapide : l’appli de livraison a reçu trop de requêtes. Le bot veille 70 minutes ou plus ; redémarrer ne raccourcit rien. Choisis une vitesse plus lente, et ferme l’appli de livraison sur ton téléphone : elle prend sur la même limite de requêtes.',
          },
          {
            only: ['courier'],
            text: '- La limite de requêtes est atteinte. Tous les livreurs de ton appli de livraison la partagent, et chaque bot en a une part égale.',
          },
          {
            only: ['amazon', 'spark'],
            text: '- Un contrôle de sécurité attend. Passe-le ici ou dans l’appli de livraison, et le bot reprend.',
          },
          '- L’appli de livraison ne répond pas : le bot réessaie, toutes les 5 minutes au plus.',
        ],
      },
      stop: {
        ask: 'Comment arrêter le bot ? Pourquoi s’arrête-t-il tôt le matin ?',
        answer: [
          'Maintiens le bouton à l’accueil une seconde, ou touche-le et confirme. Une offre qu’il accepte à ce moment-là est d’abord finie : tu sais ainsi si elle est à toi.',
          'Une fois par jour, tous les bots s’arrêtent, normalement de 4:00 à 4:10 à l’horloge du service : l’heure de l’Est aux États-Unis. Redémarre le tien après, ou laisse faire le démarrage auto.',
        ],
      },
      failed: {
        ask: 'Le bot ne démarre pas. Que faire ?',
        answer: [
          '- Démarrage raté : lis la raison à l’accueil. Le plus souvent, l’appli de livraison a refusé ta connexion : reconnecte-la dans Connexion.',
          '- Les serveurs redémarrent : attends une minute et redémarre.',
          '- Aucun serveur libre : réessaie dans quelques minutes.',
          '- Vieille version de l’appli : touche Recharger. Ta saisie reste.',
        ],
      },
    },
  },
} as const satisfies Translated<typeof english>
