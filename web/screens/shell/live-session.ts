import { useEffect } from 'react'
import { TRIED_AGAIN } from '@madruga/core/bot-states.ts'
import type { LogEntry } from '@madruga/core/events.ts'
import { announce } from '../../announce.ts'
import { speakAs } from '../../driver.ts'
import type { Driver } from '../../driver.ts'
import { useWords } from '../../i18n.ts'
import type { Words } from '../../i18n.ts'
import { onLines, reconnectLive, startLive } from '../../live.ts'
import { sayLength, sayPay } from '../../pay.ts'
import { botQuery, queryClient, serverNow, todayQuery } from '../../queries.ts'
import { liveSeq } from '../../live.ts'
import { shownPhase, stateName } from '../bot/state.ts'
import type { BotView } from '../bot/state.ts'
import { showBooked } from '../bot/booked.ts'

/** A booking older than this on arrival is history, and shows no banner. */
const NEWS_MS = 120_000
/** How far the stream may lag behind the server's view before a new connection is opened. */
const LAG_MS = 5_000

/**
 * While a driver is signed in: follows the log, keeps bot and figures current, and announces bookings and
 * state changes.
 */
export function useLiveSession(driver: Driver | null): void {
  const words = useWords()
  const id = driver?.id ?? null
  useEffect(() => (id === null ? undefined : startLive()), [id])
  useEffect(() => (id === null ? undefined : onLines((lines) => takeLines(lines, words))), [id, words])
  useEffect(() => (id === null ? undefined : announceStates(words)), [id, words])
  useEffect(() => (id === null ? undefined : watchLag()), [id])
  const { language, languageChosen } = driver ?? {}
  // Also what they chose on another device. A choice on this one shows before the server has it.
  useEffect(() => {
    if (language !== undefined && languageChosen !== undefined)
      void speakAs({ language, languageChosen }).catch(() => {})
  }, [language, languageChosen])
}

function takeLines(lines: readonly LogEntry[], words: Words): void {
  for (const line of lines) {
    if (line.type === 'bot.state_changed') takeState(line)
    if (line.type === 'offer.accepted' && serverNow() - line.at < NEWS_MS) {
      showBooked(line)
      const { offer, stationCode } = line.data
      announce(
        words.t('booked.announce', {
          station: stationCode,
          when: words.dayTime(offer.startAt),
          hours: sayLength(words, offer),
          pay: sayPay(words, offer),
        }),
      )
    }
  }
  if (lines.some((line) => line.type !== 'offer.ignored')) {
    void queryClient.invalidateQueries({ queryKey: todayQuery.queryKey })
  }
}

function takeState(line: Extract<LogEntry, { type: 'bot.state_changed' }>): void {
  const { phase, gps, dueAt, mode } = line.data
  queryClient.setQueryData(botQuery.queryKey, (view) =>
    view && view.seq < line.seq
      ? { ...view, phase, gps, dueAt, mode, ...beginningOf(view, line.data), seq: line.seq }
      : view,
  )
  void queryClient.invalidateQueries({ queryKey: botQuery.queryKey })
}

/** Announces each state as it is shown: Running only once the search has begun. */
function announceStates(words: Words): () => void {
  const read = (): string | null => {
    const view = queryClient.getQueryData(botQuery.queryKey)
    return view ? stateName(words, shownPhase(view), view.gps) : null
  }
  let lastState = read()
  return queryClient.getQueryCache().subscribe(() => {
    const state = read()
    if (state !== null && lastState !== null && state !== lastState) announce(words.t('say.state', { state }))
    lastState = state
  })
}

/**
 * A bot that has just begun to run has not sent a request yet, and one that tries again was not answered
 * yet; the next view knows.
 */
function beginningOf(
  view: BotView,
  { phase, reason }: Pick<BotView, 'phase' | 'reason'>,
): Pick<BotView, 'reason' | 'starting'> {
  if (phase !== 'running' || view.phase === phase) return { reason, starting: null }
  const tries = view.reason !== null && TRIED_AGAIN.includes(view.reason)
  return { reason: tries ? view.reason : reason, starting: { aboutMs: 0 } }
}

/** A silently dead connection shows in the bot's view, which knows of newer lines. */
function watchLag(): () => void {
  let laggingSince = 0
  const timer = setInterval(() => {
    const view = queryClient.getQueryData(botQuery.queryKey)
    const seq = liveSeq()
    if (!view || seq === null || view.seq <= seq) laggingSince = 0
    else if (laggingSince === 0) laggingSince = Date.now()
    else if (Date.now() - laggingSince > LAG_MS) {
      laggingSince = 0
      reconnectLive()
    }
  }, 1_000)
  return () => clearInterval(timer)
}
