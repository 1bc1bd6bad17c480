import type { Message } from './model.ts'

type Load = () => Promise<Record<string, Message>>

/** What texts come with: screens but home, sign-in, home's late parts, the console, the landing, setup. */
export type Part = 'more' | 'accounts' | 'homeLate' | 'console' | 'landing' | 'setup'

/** Where the texts of each part are; apart from the first load, which needs none of them. */
export const LATER: Record<Part, Record<'en' | 'es', Load>> = {
  more: {
    en: () => import('./en-more.ts').then((module) => module.enMore),
    es: () => import('./es-more.ts').then((module) => module.esMore),
  },
  accounts: {
    en: () => import('./en-accounts.ts').then((module) => module.enAccounts),
    es: () => import('./es-accounts.ts').then((module) => module.esAccounts),
  },
  homeLate: {
    en: () => import('./catalogue/en/home-late.ts').then((module) => module.homeLate),
    es: () => import('./catalogue/es/home-late.ts').then((module) => module.homeLate),
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
