import type { LanguageWords } from '../language.ts'

/** French of France, for couriers of co-ops first. */
export const fr: LanguageWords = {
  name: 'Français',
  locale: 'fr-FR',
  isReviewed: false,
  figures: { group: '\u202f', decimal: ',', dollars: (figure) => `${figure}\u00a0$` },
  twins: {
    spark: { bloc: 'trajet', blocs: 'trajets', station: 'boutique', stations: 'boutiques' },
    courier: { bloc: 'créneau', blocs: 'créneaux', station: 'zone', stations: 'zones' },
  },
  plurals: { blocks: '[blocs]', stations: '[stations]' },
  pay: {
    unknown: 'paie non indiquée',
    byRate: 'selon ton tarif',
    tip: (money) => `~${money} de pourboire`,
    about: 'environ',
    plus: (money) => `plus environ ${money} de pourboire`,
  },
  device: { both: (browser, system) => `${browser} sur ${system}`, unknown: 'Appareil inconnu' },
  first: () => import('./first.ts'),
  parts: () => import('./parts.ts'),
}
