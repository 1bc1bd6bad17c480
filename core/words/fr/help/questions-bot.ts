import type { botQuestions as english } from '../../en/help/questions-bot.ts'
import type { Translated } from '../../help.ts'

export const botQuestions = {
  begin: {
    title: 'Premiers pas',
    questions: {
      what: {
        ask: 'Que fait Madruga ?',
        answer: [
          'Il regarde les offres de ton appli de livraison et accepte celles qui vont avec les [stations], la paie et les heures que tu règles. Le bot ne décide rien d’autre.',
          'Il tourne sur nos serveurs : ton téléphone peut être éteint.',
          {
            only: ['courier'],
            text: 'Un créneau est prévu à l’avance : le bot se présente. Une course est une livraison qui part maintenant : le bot n’en prend pas d’autre tant qu’elle n’est pas finie.',
          },
        ],
      },
      authorised: {
        ask: 'Avec quelles applis de livraison marche-t-il ? Est-ce permis ?',
        answer: [
          'Seulement avec celles qui le permettent ; la plupart interdisent les bots. Le nôtre ne se cache pas : il respecte une limite de requêtes et ne passe aucun contrôle de sécurité.',
          {
            only: ['amazon', 'spark'],
            text: 'Aujourd’hui, tu utilises un marché d’entraînement : offres, rivaux et limites marchent comme dans une appli de livraison, mais rien n’est livré.',
          },
          {
            only: ['courier'],
            text: 'Des coopératives et sociétés de coursiers sur CoopCycle ou Fleetbase. Connexion montre qui a autorisé le bot, et depuis quand. Si l’autorisation est retirée, nous arrêtons en quelques secondes.',
          },
          {
            only: ['courier'],
            text: '« À l’essai » : testé avec le logiciel même de l’appli, pas encore avec une coopérative. Vérifie dans l’appli de livraison ce que le bot réserve.',
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
          '- À l’arrêt : aucune requête.',
          '- Préparation : il se connecte, 40 secondes au plus.',
          '- En marche : il cherche.',
          {
            only: ['amazon'],
            text: '- En marche + GPS : il cherche aussi les offres instantanées.',
          },
          '- En veille : il attend ; tu vois pourquoi et combien.',
          '- Démarrage raté : il n’a pas pu démarrer ; tu vois pourquoi.',
          '- Arrêt en cours : il finit ce qu’il accepte, puis s’arrête.',
          '- En attente : une minute avant le prochain démarrage, 70 après une recherche 2X15 entière.',
        ],
      },
      speeds: {
        ask: 'Que veulent dire les vitesses (1X, 2X15, 2X30, 3X) ?',
        answer: [
          '- 1X cherche 60 minutes, puis veille 70.',
          '- 2X15 cherche 15 et veille 15, pendant 3 heures, puis s’arrête avec un e-mail.',
          '- 2X30 cherche 30 et veille 30.',
          '- 3X cherche 10 avec les requêtes les plus rapides, puis veille 70.',
          {
            only: ['amazon', 'spark'],
            paid: true,
            offered: 'amazon',
            text: '- 4X (Professionnelle) utilise tes propres temps.',
          },
          'Si tu sais quand sortent les offres, prends 3X juste avant ou 2X15 autour. Sinon, 1X ou 2X30.',
        ],
      },
      sleep: {
        ask: 'Pourquoi mon bot est-il en veille ?',
        answer: [
          'L’accueil montre ce qui joue :',
          '- Le temps de recherche de la vitesse est fini.',
          '- Tu as gagné un [bloc] ou tu livres, et ton filtre fait une pause.',
          '- Une sécurité a joué.',
          {
            only: ['courier'],
            text: '- Une course est en route : une autre partirait tout de suite.',
          },
          {
            only: ['amazon', 'spark'],
            text: '- Recherche trop rapide : trop de requêtes. Le bot veille 70 minutes ou plus ; redémarrer ne raccourcit rien. Choisis une vitesse plus lente, et ferme l’appli de livraison : elle prend sur la même limite.',
          },
          {
            only: ['courier'],
            text: '- La limite de requêtes que partagent tous les livreurs de ton appli de livraison est atteinte.',
          },
          {
            only: ['amazon', 'spark'],
            text: '- Un contrôle de sécurité t’attend.',
          },
          '- L’appli de livraison ne répond pas ; le bot réessaie toutes les 5 minutes ou plus tôt.',
        ],
      },
      stop: {
        ask: 'Comment arrêter le bot ? Pourquoi s’arrête-t-il tôt le matin ?',
        answer: [
          'Maintiens le bouton à l’accueil une seconde, ou touche-le et confirme. Il finit d’abord ce qu’il accepte.',
          'Une fois par jour, tous les bots s’arrêtent, normalement de 4:00 à 4:10, heure de l’Est aux États-Unis. Redémarre le tien après, ou laisse faire le démarrage auto.',
        ],
      },
      failed: {
        ask: 'Le bot ne démarre pas. Que faire ?',
        answer: [
          '- Démarrage raté : le plus souvent, l’appli de livraison a refusé ta connexion : reconnecte-la dans Connexion.',
          '- Les serveurs redémarrent : attends une minute.',
          '- Aucun serveur libre : attends quelques minutes.',
          '- Vieille version de l’appli : touche Recharger.',
        ],
      },
    },
  },
} as const satisfies Translated<typeof english>
