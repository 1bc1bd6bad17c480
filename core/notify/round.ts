import { HOUR_MS, MINUTE_MS } from '../time.ts'
import type { Timestamp } from '../time.ts'
import { lastStartOf } from './burst.ts'
import { CHANNELS, MATTERING } from './model.ts'
import type { Channel, NewsContent, NotifySettings } from './model.ts'
import { isQuiet, quietEndAfter } from './quiet.ts'
import { ALWAYS_BY_EMAIL } from './settings.ts'

/** A notification that is due. */
export type DueNews = NewsContent & {
  acknowledged: boolean
  /** Whether the driver's bot waits for a person now. */
  humanAwaited: boolean
}

/** What to send now, and when to continue: at `nextAt`, as round `nextRound`; null = finished. */
export type Round = { channels: Channel[]; nextAt: Timestamp | null; nextRound: number }

/** Audible channels: they are silent in quiet hours, and only they repeat. */
const LOUD: readonly Channel[] = ['push', 'sms', 'call']

/**
 * Decides round `round` of a notification, 0 the first. E-mail is sent once, at once. Push, SMS and calls are
 * silent in quiet hours: important kinds are sent if the driver allows it and otherwise wait for the end of
 * quiet hours; the rest stay in the inbox. Important kinds repeat until acknowledged or outdated, if the
 * driver wants that. A round that waits keeps its number, so a caller that sends one message per round and
 * channel sends the e-mail once. Throws RangeError for an unknown zone.
 */
export function decideRound(
  news: DueNews,
  settings: NotifySettings,
  timeZone: string,
  now: Timestamp,
  round: number,
): Round {
  const over: Round = { channels: [], nextAt: null, nextRound: round }
  const matters = MATTERING.includes(news.kind)
  const repeats = matters && settings.repeat.enabled
  if (isSettled(news) || (round > 0 && !isRepeated(news, settings, now))) return over

  const chosenChannels = settings.routes[news.kind].filter((channel) => settings.channels[channel])
  const loud = LOUD.filter((channel) => chosenChannels.includes(channel))
  const held = isHeld(matters, settings, timeZone, now)
  const channels = CHANNELS.filter((channel) =>
    channel === 'email' ? sendsEmail(news, chosenChannels, round) : !held && loud.includes(channel),
  )

  if (!matters || loud.length === 0) return { ...over, channels }
  if (!held && !(repeats && round < settings.repeat.times)) return { ...over, channels }
  const nextAt = held
    ? quietEndAfter(settings.quiet, timeZone, now)
    : now + settings.repeat.everyMinutes * MINUTE_MS
  return isUseful(news, nextAt)
    ? { channels, nextAt, nextRound: round + Number(!held) }
    : { ...over, channels }
}

function isRepeated(news: DueNews, settings: NotifySettings, now: Timestamp): boolean {
  return MATTERING.includes(news.kind) && settings.repeat.enabled && isUseful(news, now)
}

/** Whether quiet hours keep what is loud. */
function isHeld(matters: boolean, { quiet }: NotifySettings, timeZone: string, now: Timestamp): boolean {
  return !(matters && quiet.letMattering) && isQuiet(quiet, timeZone, now)
}

function sendsEmail({ kind }: DueNews, chosen: readonly Channel[], round: number): boolean {
  return round === 0 && (chosen.includes('email') || ALWAYS_BY_EMAIL.includes(kind))
}

/** Whether no one has to hear of it any more, whatever the round. */
function isSettled(news: DueNews): boolean {
  if (news.kind === 'human_needed' && !news.humanAwaited) return true
  return MATTERING.includes(news.kind) && news.acknowledged
}

/**
 * Whether a repetition at `at` is useful: a block that has started needs no alarm, nor do several whose last
 * one has, nor does a person who is no longer needed.
 */
function isUseful(news: DueNews, at: Timestamp): boolean {
  switch (news.kind) {
    case 'block_won':
      return at < lastStartOf(news)
    case 'reminder':
      return at < news.params.startAt
    case 'human_needed':
      return news.humanAwaited
    default:
      return true
  }
}

/** An audible message that no provider accepted for this long is dropped. */
const LOUD_MS = 6 * HOUR_MS
/** By then the bot's call for a person is either repeated or over. */
const HUMAN_MS = 30 * MINUTE_MS

/** Until when a message of this round is worth sending; null = always: e-mail waits in the mailbox. */
export function expiryOf(news: NewsContent, channel: Channel, now: Timestamp): Timestamp | null {
  if (channel === 'email') return null
  if (news.kind === 'human_needed') return now + HUMAN_MS
  if (news.kind === 'block_won') return Math.min(news.params.endAt, now + LOUD_MS)
  if (news.kind === 'reminder') return Math.min(news.params.startAt, now + LOUD_MS)
  return now + LOUD_MS
}
