import type { Words } from '../../../i18n.ts'
import { stateName } from '../../bot/state.ts'
import type { DriverDetail } from '../queries.ts'

/** A bot's state with its end, and why it is so, as operators read it; null = without a reason. */
export function sayBot(
  words: Words,
  { phase, bot }: Pick<DriverDetail, 'phase' | 'bot'>,
  now: number,
): { state: string; reason: string | null } {
  const { t, date, span } = words
  if (phase === null || bot === null) return { state: '–', reason: null }
  const reason = bot.reason === null ? null : t(`drivers.bot.${bot.reason}`)
  if (bot.starting) return { state: t('drivers.bot.starting'), reason }
  const state = stateName(words, phase, bot.gps)
  const { dueAt } = bot
  if (dueAt === null) return { state, reason }
  if (dueAt <= now) return { state: t('drivers.bot.due', { state }), reason }
  return { state: t('drivers.bot.until', { state, time: date(dueAt), left: span(dueAt - now) }), reason }
}
