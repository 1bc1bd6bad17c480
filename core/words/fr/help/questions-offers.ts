import type { offersQuestions as english } from '../../en/help/questions-offers.ts'
import type { Translated } from '../../help.ts'

export const offersQuestions = {
  offers: {
    title: 'Offres',
    questions: {
      ignored: {
        ask: 'Pourquoi une offre a-t-elle été écartée ?',
        answer: [
          'Touche-la à l’accueil ou dans Historique : tu vois chaque règle, et la changes d’une touche de plus.',
          '- Commence trop tôt pour y être.',
          '- Paie : sous ton minimum, ou au-dessus de ton maximum.',
          '- Horaires : hors de tes horaires, une [station] désactivée, un [bloc] à ce moment, ou une limite.',
        ],
      },
      missed: {
        ask: 'Pourquoi une offre a-t-elle été ratée ?',
        answer: [
          'Le bot a essayé. Le plus souvent, un autre livreur a été plus rapide ; sinon la limite de requêtes, la limite d’heures de l’appli, ou sa réponse tardive. L’historique dit laquelle.',
          {
            only: ['courier'],
            text: 'Certaines applis laissent deux livreurs accepter une course, et le dernier la garde. Le bot vérifie si un autre livreur l’a eue.',
          },
        ],
      },
      instant: {
        only: ['amazon'],
        ask: 'Comment marchent les offres instantanées, et qu’est-ce que l’ID d’appareil ?',
        answer: [
          'Des trajets courts près de toi qui partent tout de suite. Il faut :',
          '- Une position enregistrée sur la carte.',
          '- L’ID d’appareil du téléphone avec ton appli de livraison ; l’assistance l’active sous 24 heures.',
          'Active-les dans Offres instantanées et confirme dans ton appli de livraison : « + GPS ».',
          { paid: true, text: 'Chaque jour avec elles coûte 2,00 $.' },
        ],
      },
      unknown_pay: {
        only: ['courier'],
        ask: 'Que se passe-t-il quand la paie n’est pas indiquée, ou dans une autre monnaie ?',
        answer: [
          'Dans Filtres, tu choisis :',
          '- L’accepter : sans ton minimum.',
          '- Me demander : dans la minute.',
          '- L’écarter.',
          '- Utiliser mon tarif de l’heure et par mile : une estimation, avec un ~.',
          'Rien n’est converti : les totaux additionnent ta monnaie principale et disent ce qu’ils laissent de côté.',
        ],
      },
      wait_list: {
        only: ['courier'],
        ask: 'Qu’est-ce qu’une liste d’attente, et qu’y fait le bot ?',
        answer: [
          'Le premier obtient le créneau complet que quelqu’un rend. Dans Filtres, choisis :',
          '- Rester sur la liste d’attente : le bot se présente, garde ce temps libre et te le dit.',
          '- Quitter la liste d’attente : il écarte les créneaux complets.',
          'Quitte une liste dans le calendrier. Attendre est gratuit et finit quand le créneau commence.',
        ],
      },
    },
  },
  filters: {
    title: 'Filtres',
    questions: {
      editions: {
        ask: 'Que puis-je régler dans un filtre ?',
        answer: [
          {
            only: ['amazon'],
            paid: false,
            text: 'Une paie minimale, un temps pour y aller et des horaires pour toutes les stations.',
          },
          {
            only: ['amazon'],
            paid: true,
            text: '- De base : une paie minimale, un temps pour y aller et des horaires pour toutes les stations.',
          },
          {
            only: ['amazon'],
            paid: true,
            text: '- Avancée : jusqu’à trois réglages par station ; un seul suffit.',
          },
          {
            only: ['amazon'],
            paid: true,
            text: '- Professionnelle : aussi paie par durée de bloc, paie maximale et tes propres temps (4X).',
          },
          {
            only: ['spark'],
            text: 'Magasins, types de trajets, arrêts, paie et miles. Un drive a 3 arrêts au plus ; au-delà, c’est une commande multiple.',
          },
          {
            only: ['courier'],
            text: 'Zones, créneaux et courses, paie, durée, distance, horaires, listes d’attente, et compétences : ce qui en demande d’autres est écarté.',
          },
          'Les changements comptent dès la prochaine requête.',
        ],
      },
      price: {
        ask: 'Comment marchent les règles de paie ?',
        answer: [
          'Règle un minimum de l’heure, par [bloc], ou les deux, et s’il faut les deux à la fois. 0 = pas de minimum. Un bouton compte les pourboires estimés, que les clients peuvent changer.',
          'La paie nette retire tes miles de l’aller, du trajet et du retour : essence, barème de l’IRS (72,5 ¢ en 2026) ou le tien. Une estimation, pas un conseil fiscal.',
        ],
      },
      hours: {
        ask: 'Comment marchent le temps pour y aller et les horaires ?',
        answer: [
          'Les offres qui commencent avant que tu puisses y être sont écartées.',
          {
            only: ['courier'],
            text: 'Pas les courses.',
          },
          'Les horaires peuvent passer minuit : de 20:00 à 2:00 le vendredi finit le samedi. Un [bloc] doit commencer dedans, avec un bouton aussi finir.',
          { only: ['amazon'], text: 'Les horaires d’une seule station finissent à minuit.' },
        ],
      },
      what_if: {
        ask: 'Puis-je essayer un filtre avant que le bot accepte quoi que ce soit ?',
        answer: [
          '- Pendant que tu modifies : « Aurait gagné 8 des 200 dernières », de vraies offres de tes [stations].',
          '- Avant d’enregistrer : les règles jamais possibles.',
          '- Observer : les offres en direct pendant une semaine au plus, aucune acceptée.',
        ],
      },
      guards: {
        ask: 'Que sont les sécurités et « Me demander » ?',
        answer: [
          'Les sécurités mettent le bot en veille après plusieurs offres ratées ou [blocs] rendus, l’arrêtent à ton objectif de la semaine, et laissent le temps du trajet.',
          '« Me demander » te soumet les offres qui vont presque : sans ton oui dans la minute, elles sont refusées.',
        ],
      },
    },
  },
} as const satisfies Translated<typeof english>
