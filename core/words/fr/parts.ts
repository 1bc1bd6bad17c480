import type { Parts } from '../parts.ts'

// The operator's console stays in English until someone translates it.
export const parts: Parts = {
  more: () => import('./more.ts').then(({ more }) => more),
  accounts: () => import('./sign-in.ts').then(({ signIn }) => signIn),
  homeLate: () => import('./app/home-late.ts').then(({ homeLate }) => homeLate),
  console: () => import('../en/console.ts').then(({ consoleWords }) => consoleWords),
  landing: () => import('./app/landing.ts').then(({ landing }) => landing),
  setup: () => import('./app/setup.ts').then(({ setup }) => setup),
  questions: () => import('./help/questions.ts').then(({ questions }) => questions),
  terms: () => import('./help/terms.ts').then(({ terms }) => terms),
  page: () => import('./page.ts').then(({ page }) => page),
  privacy: () => import('./help/privacy.ts').then(({ privacy }) => privacy),
}
