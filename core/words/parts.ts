import type { LegalDocument, Questions } from './help.ts'
import type { Message } from './model.ts'
import type { PageTexts } from './page.ts'

/** What texts come with: screens but home, sign-in, home's late parts, the console, the landing, setup. */
export type Part = 'more' | 'accounts' | 'homeLate' | 'console' | 'landing' | 'setup'

/** Where the texts of a language are that the first load does not need; each is fetched apart. */
export type Parts = Readonly<
  Record<Part, () => Promise<Record<string, Message>>> & {
    questions: () => Promise<Questions>
    terms: () => Promise<LegalDocument>
    page: () => Promise<PageTexts>
    privacy: () => Promise<LegalDocument>
  }
>
