import type { courier as source } from '../../en/app/courier.ts'
import { translate } from '../../model.ts'

export const courier = translate<typeof source>()({
  'courier.kinds': 'Types de travail',
  'courier.kind_shift': 'Créneaux',
  'courier.kind_shift_hint': 'Prévus à l’avance, avec un début et une fin.',
  'courier.kind_order': 'Courses',
  'courier.kind_order_hint': 'Une livraison qui part maintenant.',

  'courier.pay_idle': 'Cette appli n’indique pas de paie : un minimum demande ton propre tarif.',
  'courier.unknown_pay': 'Si la paie n’est pas indiquée',
  'courier.unknown_pay_hint': 'Certaines coops et sociétés n’en affichent pas.',
  'courier.unknown_take': 'L’accepter',
  'courier.unknown_take_hint': 'Ta paie minimale n’est pas vérifiée.',
  'courier.unknown_ask': 'Me demander',
  'courier.unknown_ask_hint': 'Tu as une minute pour dire oui.',
  'courier.unknown_leave': 'L’écarter',
  'courier.unknown_leave_hint': 'Seul ce qui indique une paie est accepté.',
  'courier.unknown_own_rate': 'Utiliser mon tarif',
  'courier.unknown_own_rate_hint': 'Affiché partout comme une estimation.',
  'courier.rate_hour': 'Mon tarif de l’heure',
  'courier.rate_mile': 'Mon tarif par mile',

  'courier.length': 'Durée',
  'courier.length_hint': '0 = toutes.',
  'courier.shortest': 'La plus courte (min)',
  'courier.longest': 'La plus longue (min)',
  'courier.distance': 'Distance',
  'courier.distance_hint':
    '0 = toutes. Avec un maximum, ce qui n’a pas de distance est écarté, et les créneaux n’en ont pas.',
  'courier.max_miles': 'Miles au plus',

  'courier.skills': 'Mes compétences',
  'courier.skills_hint': 'Ce qui en demande d’autres est écarté. Prends les mots de ton appli.',
  'courier.skill_other': 'Autre compétence',
  'courier.skill_add': 'Ajouter',
  'courier.skill_added': '{skill} ajoutée.',

  'courier.waitlist': 'Si un créneau est complet',
  'courier.waitlist_hint': 'Certaines applis te mettent en liste d’attente.',
  'courier.waitlist_hold': 'Rester sur la liste d’attente',
  'courier.waitlist_hold_hint': 'Le temps reste libre pour lui.',
  'courier.waitlist_leave': 'Quitter la liste d’attente',
  'courier.waitlist_leave_hint': 'Le bot prend autre chose à cette heure.',

  'plan.courier_text': 'Tes zones et tes créneaux ont leur propre éditeur.',
  'release.none': 'Ton appli de livraison ne reprend aucun [bloc]. Appelle ton dispatch.',
})
