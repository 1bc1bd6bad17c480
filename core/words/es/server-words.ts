import type { ServerWords } from '../server-words.ts'
import { documents } from './server/documents.ts'
import { feed, history, week } from './server/files.ts'
import { groups } from './server/groups.ts'
import { headings } from './server/headings.ts'
import { messages } from './server/messages.ts'
import { news } from './server/news.ts'
import { incidents, report } from './server/operators.ts'

export const serverWords: ServerWords = {
  messages,
  news,
  groups,
  documents,
  feed,
  history,
  week,
  usedLink: 'Este enlace ya se usó. La terminal muestra el siguiente.',
  report,
  incidents,
  headings,
}
