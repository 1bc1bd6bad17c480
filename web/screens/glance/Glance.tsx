import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { LogEntry } from '@madruga/core/events.ts'
import type { Station } from '@madruga/core/offers.ts'
import { MINUTE_MS } from '@madruga/core/time.ts'
import { useServerTime } from '../../clock.ts'
import { formatLeft } from '../../countdown.ts'
import { recallDriver } from '../../driver.ts'
import { useWords } from '../../i18n.ts'
import type { Words } from '../../i18n.ts'
import { IconMapPin, IconVolume } from '../../icons/drawings.ts'
import { IconX } from '../../icons/first.ts'
import { onLines } from '../../live.ts'
import { readLocal, writeLocal } from '../../local-store.ts'
import { sayLength, sayPay } from '../../pay.ts'
import { botQuery, filterQuery, sessionQuery, todayQuery } from '../../queries.ts'
import { useStations, useVariant } from '../../stations.ts'
import { FailedOr } from '../../ui/Failed.tsx'
import { PayAmount } from '../../ui/PayAmount.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { countsDownTo, isSearching, shownPhase, stateName, stateText } from '../bot/state.ts'
import type { BotView, Today } from '../bot/state.ts'
import { homeScreen } from '../shell/menu.ts'
import { deviceOf, leaveBy, navigationLink } from './glance.ts'
import './glance.css'

/** For a phone in a mount: the state in one huge word, the next block, the way there, wins spoken. */
export function Glance() {
  const { t } = useWords()
  const bot = useQuery(botQuery)
  const today = useQuery(todayQuery)
  const awake = useWakeLock()
  return (
    <div className="glance">
      {bot.data ? (
        <State view={bot.data} />
      ) : (
        <section className="glance-state" aria-busy={!bot.isError}>
          <FailedOr query={bot}>
            <Skeleton className="h-28 w-3/4" />
          </FailedOr>
        </section>
      )}
      {today.data && <Next next={today.data.nextBlock} />}
      <div className="glance-acts">
        <Speech />
        <ScreenLink screen={homeScreen(recallDriver())} className="btn glance-act">
          <IconX size={28} aria-hidden />
          {t('glance.leave')}
        </ScreenLink>
      </div>
      {!awake && <p className="text-center text-muted">{t('glance.no_wake_lock')}</p>}
    </div>
  )
}

function State({ view }: { view: BotView }) {
  const words = useWords()
  const { t } = words
  const now = useServerTime(1_000)
  const { silentSince } = view
  const searching = isSearching(view)
  const dueAt = countsDownTo(view)
  return (
    <section className="glance-state" aria-labelledby="glance-state">
      <h2 id="glance-state" className="glance-word" data-searching={searching}>
        {stateName(words, shownPhase(view), view.gps)}
      </h2>
      <div className="lane w-full" data-lit={searching} data-moving={searching} aria-hidden>
        <i />
      </div>
      <p className="glance-line">
        {silentSince !== null ? (
          t('hint.silent', { minutes: Math.max(1, Math.floor((now - silentSince) / MINUTE_MS)) })
        ) : dueAt === null || view.phase === 'not_running' ? (
          stateText(words, view)
        ) : (
          <>
            {t(`due.${view.phase}`)} <b className="tnum">{formatLeft(dueAt, now) ?? t('due.soon')}</b>
          </>
        )}
      </p>
    </section>
  )
}

/** The next block as a sign: where, when, and when to leave. */
function Next({ next }: { next: Today['nextBlock'] }) {
  const words = useWords()
  const { t } = words
  const now = useServerTime(30_000)
  const timeZone = useQuery(sessionQuery).data?.timeZone
  const station = useStations().data?.find(
    (each) => each.code === next?.stationCode && each.name === next.stationName,
  )
  const filter = useQuery(filterQuery(useVariant())).data?.filter ?? null
  if (next === null) return <p className="glance-line text-muted">{t('next.none')}</p>
  const leaveAt = leaveBy(next.startAt, station?.id, filter)
  const hasBegun = next.startAt <= now
  return (
    <section className="glance-sign" aria-labelledby="glance-next">
      <h2 id="glance-next" className="font-semibold">
        {hasBegun ? t('next.now') : t('next.in', { time: words.span(next.startAt - now) })}
      </h2>
      <p className="glance-station">{next.stationCode}</p>
      <p className="glance-when">
        {words.dayTime(next.startAt, timeZone)}, {sayLength(words, next)}, <PayAmount pay={next} />
      </p>
      {!hasBegun && leaveAt !== null && (
        <p className="glance-leave">
          {leaveAt > now
            ? t('glance.leave_by', { time: words.time(leaveAt, timeZone) })
            : t('glance.leave_now')}
        </p>
      )}
      {station && <Way station={station} />}
    </section>
  )
}

function Way({ station }: { station: Station }) {
  const { t } = useWords()
  return (
    <a
      className="btn glance-act"
      data-strong="true"
      rel="noreferrer"
      href={navigationLink(station, deviceOf(navigator.userAgent))}
    >
      <IconMapPin size={28} aria-hidden />
      {t('glance.navigate', { station: station.code })}
    </a>
  )
}

function Speech() {
  const { t } = useWords()
  const { can, on, change } = useSpeech()
  if (!can) return null
  return (
    <button
      type="button"
      className="btn glance-act aria-pressed:bg-sign aria-pressed:text-on-sign"
      aria-pressed={on}
      onClick={() => change(!on)}
    >
      <IconVolume size={28} aria-hidden />
      {t('glance.speak')}
    </button>
  )
}

/** Wins and questions spoken by the device, once the driver has allowed it. */
function useSpeech(): { can: boolean; on: boolean; change: (on: boolean) => void } {
  const words = useWords()
  const can = 'speechSynthesis' in window
  const [on, setOn] = useState(() => can && readLocal('speak') === 'on')
  useEffect(() => {
    if (!on) return
    return onLines((lines) => {
      for (const line of lines) {
        const text = spokenText(words, line)
        if (text !== null) speak(text, words.locale)
      }
    })
  }, [on, words])
  useEffect(() => () => window.speechSynthesis?.cancel(), [])
  return {
    can,
    on,
    change(next) {
      setOn(next)
      writeLocal('speak', next ? 'on' : null)
      // Said at the tap itself: phones speak only after one.
      if (next) speak(words.t('glance.speak_test'), words.locale)
      else window.speechSynthesis.cancel()
    },
  }
}

/** What is said of a line of the log; null for all that can wait until the car stands. */
function spokenText(words: Words, line: LogEntry): string | null {
  if (line.type !== 'offer.accepted' && line.type !== 'offer.asked') return null
  const { offer, stationCode } = line.data
  const values = {
    station: [...stationCode].join(' '),
    when: words.dayTime(offer.startAt),
    hours: sayLength(words, offer),
    pay: sayPay(words, offer),
  }
  return words.t(line.type === 'offer.accepted' ? 'glance.say_won' : 'glance.say_asked', values)
}

function speak(text: string, locale: string): void {
  const utterance = new SpeechSynthesisUtterance(text)
  utterance.lang = locale
  window.speechSynthesis.speak(utterance)
}

/** Keeps the screen on while it is shown; false where the device does not allow it. */
function useWakeLock(): boolean {
  const [isHeld, setHeld] = useState('wakeLock' in navigator)
  useEffect(() => {
    if (!('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | null = null
    let over = false
    const take = async () => {
      // The device takes it away whenever the page is hidden.
      if (document.visibilityState !== 'visible') return
      try {
        const sentinel = await navigator.wakeLock.request('screen')
        if (over) return await sentinel.release()
        lock = sentinel
        setHeld(true)
      } catch {
        setHeld(false)
      }
    }
    const takeAgain = () => void take()
    takeAgain()
    document.addEventListener('visibilitychange', takeAgain)
    return () => {
      over = true
      document.removeEventListener('visibilitychange', takeAgain)
      void lock?.release()
    }
  }, [])
  return isHeld
}
