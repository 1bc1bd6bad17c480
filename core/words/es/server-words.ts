import type { ServerWords } from '../server-words.ts'
import { bot } from './app/bot.ts'
import { homeLate } from './app/home-late.ts'
import { moreErrors } from './app/more-errors.ts'
import { notify } from './app/notify.ts'
import { payment } from './app/payment.ts'
import { shell } from './app/shell.ts'
import { documents } from './server/documents.ts'
import { feed, history, week } from './server/files.ts'
import { headings } from './server/headings.ts'
import { messages } from './server/messages.ts'
import { incidents, report } from './server/operators.ts'

export const serverWords: ServerWords = {
  messages,
  news: { ...bot, ...homeLate, ...moreErrors, ...notify, ...payment, ...shell },
  documents,
  feed,
  history,
  week,
  usedLink: 'Este enlace ya se usó. La terminal muestra el siguiente.',
  report,
  incidents,
  headings,
}
