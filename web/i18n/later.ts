import type { Message } from './model.ts'

type Load = () => Promise<Record<string, Message>>

/** What texts come with: all screens but home, the console, the first page, the first steps. */
export type Part = 'more' | 'console' | 'landing' | 'setup'

/** Where the texts of each part are; apart from the first load, which needs none of them. */
export const LATER: Record<Part, Record<'en' | 'es', Load>> = {
  more: {
    en: () => import('./en-more.ts').then((module) => module.enMore),
    es: () => import('./es-more.ts').then((module) => module.esMore),
  },
  console: {
    en: () => import('./en-console.ts').then((module) => module.enConsole),
    es: () => import('./es-console.ts').then((module) => module.esConsole),
  },
  landing: {
    en: () => import('./catalogue/en/landing.ts').then((module) => module.landing),
    es: () => import('./catalogue/es/landing.ts').then((module) => module.landing),
  },
  setup: {
    en: () => import('./catalogue/en/setup.ts').then((module) => module.setup),
    es: () => import('./catalogue/es/setup.ts').then((module) => module.setup),
  },
}
