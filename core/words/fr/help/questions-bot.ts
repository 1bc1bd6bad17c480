import type { botQuestions as english } from '../../en/help/questions-bot.ts'
import type { Translated } from '../../help.ts'

export const botQuestions = {
  begin: {
    title: 'Premiers pas',
    questions: {
      what: {
        ask: 'Que fait Madruga ?',
        answer: [
          'Il accepte les offres de ton appli de livraison qui vont avec les [stations], la paie et les heures que tu règles, et ne décide rien d’autre.',
          'Il tourne sur nos serveurs : ton téléphone peut être éteint.',
          {
            only: ['courier'],
            text: 'Il se présente aux créneaux, prévus à l’avance. Une course est une livraison qui part maintenant : il n’en prend pas d’autre tant qu’elle n’est pas finie.',
          },
        ],
      },
      authorised: {
        ask: 'Avec quelles applis de livraison marche-t-il ? Est-ce permis ?',
        answer: [
          'Seulement avec celles qui le permettent ; la plupart interdisent les bots. Le nôtre ne se cache pas, respecte une limite de requêtes et ne passe aucun contrôle de sécurité.',
          {
            only: ['amazon', 'spark'],
            text: 'Aujourd’hui, tu utilises un marché d’entraînement : il marche comme une appli de livraison, mais rien n’est livré.',
          },
          {
            only: ['courier'],
            text: 'Des coopératives et sociétés de coursiers sur CoopCycle ou Fleetbase. Connexion montre qui a autorisé le bot ; si l’autorisation est retirée, nous arrêtons en quelques secondes.',
          },
          {
            only: ['courier'],
            text: '« À l’essai » : testé avec le logiciel de l’appli, pas encore avec une coopérative. Vérifie dans l’appli ce qu’il réserve.',
          },
        ],
      },
      first: {
        ask: 'Comment lancer la recherche ?',
        answer: [
          '- Connecte ton appli de livraison dans Connexion.',
          '- Enregistre les [stations], la paie et les heures dans Filtres.',
          '- Touche Lancer la recherche à l’accueil : En marche en 40 secondes.',
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
            text: '- En marche + GPS : aussi les offres instantanées.',
          },
          '- En veille : il attend ; l’accueil dit pourquoi.',
          '- Démarrage raté : il n’a pas pu démarrer ; l’accueil dit pourquoi.',
          '- Arrêt en cours : il finit ce qu’il accepte, puis s’arrête.',
          '- En attente : une minute avant le prochain démarrage, 70 après 2X15.',
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
          'Prends 3X juste avant que les offres sortent, 2X15 autour. Pas sûr ? 1X ou 2X30.',
        ],
      },
      sleep: {
        ask: 'Pourquoi mon bot est-il en veille ?',
        answer: [
          'L’accueil montre ce qui joue :',
          '- Le temps de recherche de sa vitesse est fini.',
          '- Tu as gagné ou tu livres, et ton filtre fait une pause.',
          '- Une sécurité a joué.',
          {
            only: ['courier'],
            text: '- Une course est en route.',
          },
          {
            only: ['amazon', 'spark'],
            text: '- Recherche trop rapide : trop de requêtes. Il veille 70 minutes ou plus, même si tu redémarres. Choisis une vitesse plus lente ; ferme l’appli de livraison, qui prend sur la même limite.',
          },
          {
            only: ['courier'],
            text: '- Les requêtes que partagent tous les livreurs de ton appli sont épuisées.',
          },
          {
            only: ['amazon', 'spark'],
            text: '- Un contrôle de sécurité t’attend.',
          },
          '- L’appli de livraison ne répond pas ; le bot réessaie dans les 5 minutes.',
        ],
      },
      stop: {
        ask: 'Comment arrêter le bot ? Pourquoi s’arrête-t-il tôt le matin ?',
        answer: [
          'Maintiens le bouton à l’accueil une seconde, ou touche-le et confirme. Il finit d’abord ce qu’il accepte.',
          'Une fois par jour, tous les bots s’arrêtent, normalement de 4:00 à 4:10, heure de l’Est aux États-Unis. Redémarre après, ou laisse faire le démarrage auto.',
        ],
      },
      failed: {
        ask: 'Le bot ne démarre pas. Que faire ?',
        answer: [
          'Démarrage raté : le plus souvent, une connexion refusée. Reconnecte-toi dans Connexion.',
          'Sinon, l’accueil te dit que faire.',
        ],
      },
    },
  },
} as const satisfies Translated<typeof english>
