import type { ServerWords } from '../server-words.ts'
import { documents } from './server/documents.ts'
import { feed, history, week } from './server/files.ts'
import { groups } from './server/groups.ts'
import { headings } from '../en/server/headings.ts'
import { messages } from './server/messages.ts'
import { news } from './server/news.ts'
import { incidents, report } from '../en/server/operators.ts'

export const serverWords: ServerWords = {
  messages,
  news,
  groups,
  documents,
  feed,
  history,
  week,
  usedLink: 'Ce lien a déjà servi. Le terminal affiche le suivant.',
  report,
  incidents,
  headings,
}
