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
  usedLink: 'This link was already used. The terminal shows the next one.',
  report,
  incidents,
  headings,
}
