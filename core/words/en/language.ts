import type { LanguageWords } from '../language.ts'

/** English of the United States, the source of every other language. */
export const en: LanguageWords = {
  name: 'English',
  locale: 'en-US',
  isReviewed: true,
  figures: { group: ',', decimal: '.', dollars: (figure) => `$${figure}` },
  twins: {
    spark: { block: 'trip', blocks: 'trips', station: 'store', stations: 'stores' },
    courier: { block: 'job', blocks: 'jobs', station: 'place', stations: 'places' },
  },
  plurals: { blocks: '[blocks]', stations: '[stations]' },
  pay: {
    unknown: 'pay not stated',
    byRate: 'by your rate',
    tip: (money) => `~${money} tip`,
    about: 'about',
    plus: (money) => `plus about ${money} in tips`,
  },
  device: { both: (browser, system) => `${browser} on ${system}`, unknown: 'Unknown device' },
  first: () => import('./first.ts'),
  parts: () => import('./parts.ts'),
}
