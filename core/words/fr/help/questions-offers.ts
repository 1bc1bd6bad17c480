import type { offersQuestions as english } from '../../en/help/questions-offers.ts'
import type { Translated } from '../../help.ts'

export const offersQuestions = {
  offers: {
    title: 'Offres',
    questions: {
      ignored: {
        ask: 'Pourquoi une offre a-t-elle été écartée ?',
        answer: [
          'Touche-la à l’accueil ou dans Historique : tu vois chaque règle, et une touche de plus la change.',
          '- Commence trop tôt pour y être.',
          '- Paie trop basse : sous ton minimum, ou au-dessus de ton maximum.',
          '- Horaires : hors de tes horaires, à une [station] désactivée, sur un [bloc], ou au-delà d’une limite.',
          'L’historique garde les offres 90 jours, ou ce qu’a choisi ton exploitant.',
        ],
      },
      missed: {
        ask: 'Pourquoi une offre a-t-elle été ratée ?',
        answer: [
          'Le bot a essayé de l’accepter. Le plus souvent, un autre livreur a été plus rapide ; ou c’était la limite de requêtes, la limite d’heures de l’appli de livraison, ou sa réponse tardive. L’historique dit laquelle.',
          {
            only: ['courier'],
            text: 'Certaines applis de livraison laissent deux livreurs accepter une course, et le dernier la garde. Le bot vérifie, et te dit si un autre livreur l’a eue.',
          },
        ],
      },
      instant: {
        only: ['amazon'],
        ask: 'Comment marchent les offres instantanées, et qu’est-ce que l’ID d’appareil ?',
        answer: [
          'Des trajets courts près de toi qui partent tout de suite. Il faut au bot :',
          '- Une position enregistrée sur la carte.',
          '- L’ID d’appareil du téléphone avec ton appli de livraison. L’assistance l’active sous 24 heures.',
          'Active-les dans Offres instantanées et confirme dans ton appli de livraison : le bot affiche « + GPS ».',
          { paid: true, text: 'Chaque jour où tu les utilises coûte 2,00 $.' },
        ],
      },
      unknown_pay: {
        only: ['courier'],
        ask: 'Que se passe-t-il quand la paie n’est pas indiquée, ou dans une autre monnaie ?',
        answer: [
          'Dans Filtres, tu choisis pour ce qui n’indique pas de paie :',
          '- L’accepter : ton minimum n’est pas vérifié.',
          '- Me demander : tu as une minute pour dire oui.',
          '- L’écarter.',
          '- Utiliser mon tarif de l’heure et par mile : une estimation, affichée avec un ~.',
          'Rien n’est converti : un total additionne la monnaie de la plupart de tes créneaux, et dit combien il en laisse de côté.',
        ],
      },
      wait_list: {
        only: ['courier'],
        ask: 'Qu’est-ce qu’une liste d’attente, et qu’y fait le bot ?',
        answer: [
          'Le premier obtient le créneau complet que quelqu’un rend. Dans Filtres, tu choisis :',
          '- Rester sur la liste d’attente : le bot se présente, garde ce temps libre et te dit si tu l’as.',
          '- Quitter la liste d’attente : le bot écarte les créneaux complets.',
          'Tu peux quitter une liste dans le calendrier. Attendre est gratuit et finit quand le créneau commence.',
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
            text: 'Une paie minimale, un temps pour y aller et des horaires pour toutes tes stations.',
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
            text: '- Professionnelle : aussi la paie par durée de bloc, la paie maximale, et tes propres temps (4X).',
          },
          {
            only: ['spark'],
            text: 'Magasins, types de trajets, arrêts, paie et miles. Une commande drive a 3 arrêts au plus ; au-delà, elle compte comme commande multiple.',
          },
          {
            only: ['courier'],
            text: 'Zones, créneaux et courses, paie, durée, distance, horaires, listes d’attente, et compétences : ce qui en demande une que tu n’as pas cochée est écarté.',
          },
          'Les changements comptent dès la prochaine requête. Une [station] disparue marche à nouveau quand elle revient.',
        ],
      },
      price: {
        ask: 'Comment marchent les règles de paie ?',
        answer: [
          'Règle un minimum de l’heure, par [bloc], ou les deux, et s’il faut les deux à la fois. 0 = pas de minimum. Un bouton compte les pourboires estimés ; les clients peuvent les changer.',
          'La paie nette retire tes miles, jusqu’à la [station], du trajet et du retour : à l’essence, au barème de l’IRS (72,5 ¢ en 2026) ou au tien. Une estimation, pas un conseil fiscal.',
          {
            only: ['courier'],
            text: 'Pour une autre monnaie que le dollar américain, règle ton propre coût par mile.',
          },
        ],
      },
      hours: {
        ask: 'Comment marchent le temps pour y aller et les horaires ?',
        answer: [
          'Le temps pour y aller, c’est ce qu’il te faut pour arriver : les offres qui commencent plus tôt sont écartées.',
          {
            only: ['courier'],
            text: 'Il ne compte pas pour les courses.',
          },
          'Les horaires peuvent passer minuit : de 20:00 à 2:00 le vendredi finit le samedi. Un [bloc] doit commencer dedans, avec un bouton aussi finir.',
          { only: ['amazon'], text: 'Les horaires d’une seule station finissent à minuit.' },
        ],
      },
      what_if: {
        ask: 'Puis-je essayer un filtre avant que le bot accepte quoi que ce soit ?',
        answer: [
          '- Pendant que tu modifies : « Aurait gagné 8 des 200 dernières » compte de vraies offres de tes [stations].',
          '- Avant d’enregistrer : un contrôle nomme les règles jamais possibles.',
          '- Observer : les offres en direct pendant une semaine au plus, aucune acceptée.',
        ],
      },
      guards: {
        ask: 'Que sont les sécurités et « Me demander » ?',
        answer: [
          'Les sécurités mettent le bot en veille après plusieurs offres ratées ou [blocs] rendus, l’arrêtent à ton objectif de la semaine, et laissent le temps du trajet entre deux [blocs].',
          '« Me demander » te soumet une offre qui va presque. Sans ton oui dans la minute, elle est refusée.',
        ],
      },
    },
  },
} as const satisfies Translated<typeof english>
