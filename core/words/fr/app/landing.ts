import type { landing as source } from '../../en/app/landing.ts'
import { translate } from '../../model.ts'

export const landing = translate<typeof source>()({
  'landing.title': 'Madruga : accepte les {blocks} de livraison que tu veux',
  'landing.description':
    'Règle une fois paie, heures et {stations}. Madruga accepte ce qui convient, et dit pourquoi il a écarté le reste.',
  'landing.sign_in': 'Se connecter',
  'landing.hello': 'Les {blocks} que tu veux, acceptés pendant que tu dors.',
  'landing.picture': 'L’accueil quand le bot tourne : prochain bloc et dernières offres.',
  'landing.what':
    'Madruga accepte en une seconde les offres qui conviennent, et dit pourquoi il a écarté les autres.',
  'landing.register': 'Créer un compte',
  'landing.try': 'Essayer en 60 s, sans argent réel',
  'landing.register_note': 'Gratuit. Les prix s’affichent avant de payer.',
  'landing.register_free': 'S’inscrire et gagner, c’est gratuit.',

  'landing.live': 'Offres regardées en ce moment',
  'landing.live_text':
    'Filtre d’exemple : {per_hour} de l’heure ou plus sans pourboire, début de {from} à {to}, {arrival} minutes pour y aller.',
  'landing.live_trips':
    'Filtre d’exemple : {curbside} pour un drive, {shopping} pour des courses, {multiple} pour plusieurs commandes, {trip_arrival} minutes pour y aller.',
  'landing.live_simulated': 'Du marché, une appli de livraison simulée.',
  'landing.live_none': 'Aucune offre depuis un jour.',
  'landing.live_loading': 'Chargement des offres',
  'landing.live_failed': 'Les offres n’ont pas pu être chargées.',
  'landing.live_no_script': 'Active JavaScript pour voir les offres.',
  'landing.fits': 'Convient',
  'landing.skipped': 'Écartée',
  'landing.by_hour': '{pay} de l’heure',
  'landing.why.fits': '{pay} de l’heure : elle convient.',
  'landing.why.fits_trip': '{pay} le trajet : il convient.',
  'landing.why.pay': '{value} de l’heure, c’est moins que {limit}.',
  'landing.why.trip': '{value}, c’est moins que {limit} pour ce type.',
  'landing.why.hours': 'Hors des horaires du filtre.',
  'landing.why.soon': 'Dans {value} min : trop tôt pour y aller.',
  'landing.why.pay_unknown': 'Paie non indiquée : il demanderait d’abord.',
  'landing.pay_unknown': 'Non indiquée',
  'landing.why.other': 'Elle ne va pas avec le filtre.',
  'landing.ago': 'vue il y a {time}',
  'landing.just_now': 'vue à l’instant',

  'landing.near': 'Ce qu’il aurait gagné près de chez toi',
  'landing.near_text': 'Le même filtre près de toi pendant {days} jours : ce qu’un livreur aurait pu faire.',
  'landing.zip': 'Code ZIP (États-Unis)',
  'landing.near_go': 'Voir',
  'landing.near_busy': 'Calcul',
  'landing.near_blocks': {
    one: '{count} bloc, {hours}',
    many: '{count} de blocs, {hours}',
    other: '{count} blocs, {hours}',
  },
  'landing.near_trips': {
    one: '{count} trajet, {hours}',
    many: '{count} de trajets, {hours}',
    other: '{count} trajets, {hours}',
  },
  'landing.near_jobs': {
    one: '{count} créneau, {hours}',
    many: '{count} de créneaux, {hours}',
    other: '{count} créneaux, {hours}',
  },
  'landing.near_won':
    'autour de {city}, {state}, {week} par semaine au plus : sur {considered} offres à moins de {miles} miles en {days} jours, {fit} allaient.',
  'landing.near_none':
    'Sur {considered} offres à moins de {miles} miles de {city}, {state}, en {days} jours, aucune n’allait.',
  'landing.near_unseen': 'Aucune offre à moins de {miles} miles de {city}, {state}, en {days} jours.',
  'landing.near_nearest': 'Le plus près : {city}, {state}, à {miles} miles.',
  'landing.near_limits': 'Attends-toi à moins : les rivaux en gagnent.',
  'landing.app': 'Je livre pour',
  'landing.app_amazon': 'des blocs, comme Flex',
  'landing.app_spark': 'des trajets, comme Spark',
  'landing.app_courier': 'une coop (à l’essai)',

  'landing.prices': 'Ce que ça coûte',
  'landing.basic': 'De base',
  'landing.basic_amazon': '{block} par bloc gagné.',
  'landing.basic_spark': 'De {trip_least} à {trip_most} par trajet gagné.',
  'landing.basic_courier': 'Les coursiers ne paient rien.',
  'landing.basic_week': 'Une facture par semaine.',
  'landing.advanced': 'Avancée',
  'landing.advanced_text': '{advanced} par semaine, payés d’avance : trois réglages par station.',
  'landing.professional': 'Professionnelle',
  'landing.professional_text':
    '{professional} par semaine, payés d’avance : aussi la paie par durée, tes temps de recherche.',
  'landing.extras':
    'Avec la formule de base, un jour d’offres instantanées coûte {instant_day}, une prise de service {check_in} dans une semaine sans gain.',

  'landing.questions': 'Avant de t’inscrire',
  'landing.allowed': 'Les applis de livraison le permettent-elles ?',
  'landing.allowed_text':
    'La plupart interdisent les bots. Madruga ne travaille qu’avec les applis qui l’autorisent.',
  'landing.allowed_market': 'Pour l’instant, c’est son propre marché, simulé.',
  'landing.allowed_courier':
    'Les coursiers se connectent au CoopCycle ou au Fleetbase d’un exploitant qui l’autorise : les deux à l’essai, encore sans exploitant.',
  'landing.allowed_more':
    'Il n’imite aucune appli, ne se cache pas et attend pendant que tu passes les captchas.',
  'landing.password': 'Comment est gardé le mot de passe de mon appli de livraison ?',
  'landing.password_text':
    'Chiffré en AES-256-GCM, clé à part, jamais affiché, supprimé quand tu déconnectes.',
  'landing.who': 'Qui exploite ce service ?',
  'landing.who_text': '{operator} exploite ce service.',
  'landing.who_contact': 'Contact : {contact}',
  'landing.who_unknown':
    'L’exploitant n’a pas encore donné de nom : ne saisis pas le mot de passe d’un vrai compte.',
  'landing.terms': 'Conditions générales',
  'landing.privacy': 'Politique de confidentialité',
  'landing.script': 'Se connecter demande JavaScript : active-le et recharge.',

  'error.landing.zip_invalid': 'Saisis un code ZIP de cinq chiffres.',
  'error.landing.zip_unknown': 'Inconnu. Essaie un code ZIP tout près.',
})
