import type { offersQuestions as english } from '../../en/help/questions-offers.ts'
import type { Translated } from '../../help.ts'

export const offersQuestions = {
  offers: {
    title: 'Offres',
    questions: {
      ignored: {
        ask: 'Pourquoi une offre a-t-elle été écartée ?',
        answer: [
          'Touche-la à l’accueil ou dans Historique : tu vois chaque règle avec la valeur de l’offre et ta limite, et une touche de plus change la règle.',
          '- Commence trop tôt : tu n’aurais pas pu y être à temps.',
          '- Paie trop basse : sous ton minimum, ou au-dessus de ton maximum.',
          '- Horaires : hors de tes horaires, à une [station] désactivée, sur un [bloc] que tu as, ou au-delà d’une autre limite.',
          'L’historique garde les offres 90 jours, sauf si ton exploitant a choisi une autre durée.',
        ],
      },
      missed: {
        ask: 'Pourquoi une offre a-t-elle été ratée ?',
        answer: [
          'Elle allait avec ton filtre et le bot a essayé de l’accepter. Le plus souvent, un autre livreur a été plus rapide. Ce peut être aussi la limite de requêtes, la limite d’heures de l’appli de livraison, ou une réponse arrivée trop tard. L’historique dit laquelle, et à quelle vitesse le bot a réagi.',
          {
            only: ['courier'],
            text: 'Certaines applis de livraison laissent deux livreurs accepter la même course, et le dernier la garde. Le bot relit donc une course deux fois après l’avoir acceptée, et te dit si un autre livreur l’a eue.',
          },
        ],
      },
      instant: {
        only: ['amazon'],
        ask: 'Comment marchent les offres instantanées, et qu’est-ce que l’ID d’appareil ?',
        answer: [
          'Ce sont des trajets courts près de toi qui partent tout de suite. Le bot a besoin de deux choses :',
          '- Une position que tu enregistres sur la carte.',
          '- L’ID d’appareil : celui du téléphone avec ton appli de livraison. Demande à l’assistance de l’activer ; ça prend jusqu’à 24 heures.',
          'Active-les dans Offres instantanées et confirme-le dans ton appli de livraison : le bot affiche alors « + GPS ».',
          { paid: true, text: 'Chaque jour où tu les utilises coûte 2,00 $.' },
        ],
      },
      unknown_pay: {
        only: ['courier'],
        ask: 'Que se passe-t-il quand la paie n’est pas indiquée, ou dans une autre monnaie ?',
        answer: [
          'Dans Filtres, tu choisis ce que fait le bot de ce qui n’indique pas de paie :',
          '- L’accepter : ton minimum n’est pas vérifié.',
          '- Me demander : tu as une minute pour dire oui.',
          '- L’écarter.',
          '- Utiliser mon tarif : ton tarif de l’heure et par mile donne une estimation, affichée avec un ~.',
          'Ton filtre prend la monnaie de ton appli de livraison. Rien n’est converti : un total additionne la monnaie dans laquelle la plupart de tes créneaux sont payés, et dit combien il en laisse de côté.',
        ],
      },
      wait_list: {
        only: ['courier'],
        ask: 'Qu’est-ce qu’une liste d’attente, et qu’y fait le bot ?',
        answer: [
          'Quand un créneau est complet, le premier de sa liste d’attente l’obtient si quelqu’un le rend. Dans Filtres, tu choisis :',
          '- Rester sur la liste d’attente : le bot se présente, garde ce temps libre et te dit si tu as le créneau.',
          '- Quitter la liste d’attente : le bot écarte les créneaux complets.',
          'Tu peux quitter une liste dans le calendrier. Attendre ne coûte rien et finit quand le créneau commence.',
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
            text: 'Tes stations, une paie minimale, un temps pour y aller et des horaires pour toutes.',
          },
          {
            only: ['amazon'],
            paid: true,
            text: '- De base : une paie minimale, un temps pour y aller et des horaires pour toutes tes stations.',
          },
          {
            only: ['amazon'],
            paid: true,
            text: '- Avancée : jusqu’à trois réglages par station ; une offre doit aller avec l’un d’eux.',
          },
          {
            only: ['amazon'],
            paid: true,
            text: '- Professionnelle : tout ça, plus la paie par durée de bloc, la paie maximale, et tes propres temps (4X).',
          },
          {
            only: ['spark'],
            text: 'Magasins, types de trajets, arrêts, paie et miles. Une commande drive a 3 arrêts au plus ; au-delà, elle compte comme commande multiple. Chaque palier de miles a sa paie minimale.',
          },
          {
            only: ['courier'],
            text: 'Zones, créneaux et courses, paie, durée, distance, horaires, listes d’attente, et compétences comme le vélo cargo : ce qui demande une compétence que tu n’as pas cochée est écarté.',
          },
          'Tu peux le changer pendant que le bot tourne : il compte dès la prochaine requête. Si Connexion voit qu’une [station] a disparu, elle est marquée dans ton filtre et marche à nouveau quand elle revient.',
        ],
      },
      price: {
        ask: 'Comment marchent les règles de paie ?',
        answer: [
          'Tu règles un minimum de l’heure, par [bloc], ou les deux ; puis tu choisis s’il faut les deux à la fois. 0 = pas de minimum. Un autre bouton dit si le pourboire estimé compte ; les clients peuvent le changer.',
          'La paie nette retire tes miles : jusqu’à la [station] et retour par la route, plus ceux du trajet. Un mile coûte son essence, le barème de l’IRS (72,5 ¢ en 2026) ou ce que tu dis. C’est une estimation, pas un conseil fiscal.',
          {
            only: ['courier'],
            text: 'Le barème de l’IRS vaut pour une paie en dollars américains. Pour une autre monnaie, règle ton propre coût par mile.',
          },
        ],
      },
      hours: {
        ask: 'Comment marchent le temps pour y aller et les horaires ?',
        answer: [
          'Le temps pour y aller, c’est ce qu’il te faut pour arriver à la [station] : les offres qui commencent plus tôt sont écartées. 0 = n’importe quelle heure de début.',
          {
            only: ['courier'],
            text: 'Il ne compte pas pour les courses : elles partent quand elles sont acceptées.',
          },
          'Les horaires peuvent passer minuit : de 20:00 à 2:00 le vendredi finit le samedi matin. Un [bloc] doit commencer dedans ; un bouton demande qu’il finisse aussi dedans.',
          { only: ['amazon'], text: 'Les horaires d’une seule station finissent à minuit.' },
        ],
      },
      what_if: {
        ask: 'Puis-je essayer un filtre avant que le bot accepte quoi que ce soit ?',
        answer: [
          '- Pendant que tu modifies : « Aurait gagné 8 des 200 dernières » compte les offres que tes [stations] ont vraiment montrées, et dit quelle règle en écarte le plus.',
          '- Avant d’enregistrer : le contrôle du filtre nomme les règles jamais possibles.',
          '- Observer : le bot regarde les offres en direct pendant une semaine au plus et n’en accepte aucune.',
        ],
      },
      guards: {
        ask: 'Que sont les sécurités et « Me demander » ?',
        answer: [
          'Les sécurités mettent le bot en veille après plusieurs offres ratées ou [blocs] rendus, l’arrêtent à ton objectif de la semaine, et laissent le temps du trajet entre deux [blocs]. Il n’en accepte jamais deux en même temps.',
          'Avec « Me demander », nous te demandons pour une offre qui va presque. Tu as une minute ; sans réponse, elle est refusée.',
        ],
      },
    },
  },
} as const satisfies Translated<typeof english>
