import type { courier as source } from '../../en/app/courier.ts'
import { translate } from '../../model.ts'

export const courier = translate<typeof source>()({
  'courier.kinds': 'Types de travail',
  'courier.kind_shift': 'Créneaux',
  'courier.kind_shift_hint': 'Prévus à l’avance.',
  'courier.kind_order': 'Courses',
  'courier.kind_order_hint': 'Une livraison qui part maintenant.',

  'courier.pay_idle': 'Cette appli n’indique pas de paie : règle ton propre tarif.',
  'courier.unknown_pay': 'Sans paie indiquée',
  'courier.unknown_pay_hint': 'Certaines coops n’en affichent pas.',
  'courier.unknown_take': 'L’accepter',
  'courier.unknown_take_hint': 'Sans ton minimum.',
  'courier.unknown_ask': 'Me demander',
  'courier.unknown_ask_hint': 'Tu as une minute.',
  'courier.unknown_leave': 'L’écarter',
  'courier.unknown_leave_hint': 'Seulement avec une paie indiquée.',
  'courier.unknown_own_rate': 'Utiliser mon tarif',
  'courier.unknown_own_rate_hint': 'Une estimation.',
  'courier.rate_hour': 'Mon tarif de l’heure',
  'courier.rate_mile': 'Mon tarif par mile',

  'courier.length': 'Durée',
  'courier.length_hint': '0 = toutes.',
  'courier.shortest': 'La plus courte (min)',
  'courier.longest': 'La plus longue (min)',
  'courier.distance': 'Distance',
  'courier.distance_hint': '0 = toutes. Un maximum écarte ce qui n’a pas de distance, comme les créneaux.',
  'courier.max_miles': 'Miles au plus',

  'courier.skills': 'Mes compétences',
  'courier.skills_hint': 'Ce qui en demande d’autres est écarté.',
  'courier.skill_other': 'Autre compétence',
  'courier.skill_add': 'Ajouter',
  'courier.skill_added': '{skill} ajoutée.',

  'courier.waitlist': 'Si un créneau est complet',
  'courier.waitlist_hint': 'Certaines applis ont des listes d’attente.',
  'courier.waitlist_hold': 'Rester sur la liste d’attente',
  'courier.waitlist_hold_hint': 'Le temps reste libre pour lui.',
  'courier.waitlist_leave': 'Quitter la liste d’attente',
  'courier.waitlist_leave_hint': 'Le bot prend autre chose.',

  'release.none': 'Pas ici : appelle ton dispatch.',
})
