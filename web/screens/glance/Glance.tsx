import { useQuery } from '@tanstack/react-query'
import { IconMapPin } from '../../icons/map-pin.ts'
import { IconVolume } from '../../icons/volume.ts'
import { IconX } from '../../icons/x.ts'
import type { Station } from '@madruga/core/offers.ts'
import { MINUTE_MS } from '@madruga/core/time.ts'
import { useServerTime } from '../../clock.ts'
import { formatLeft } from '../../countdown.ts'
import { recallDriver } from '../../driver.ts'
import { useWords } from '../../i18n.ts'
import { botQuery, filterQuery, sessionQuery, todayQuery } from '../../queries.ts'
import { useStations, useVariant } from '../../stations.ts'
import { FailedOr } from '../../ui/Failed.tsx'
import { sayLength } from '../../pay.ts'
import { PayAmount } from '../../ui/PayAmount.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { countsDownTo, isSearching, shownPhase, stateName, stateText } from '../bot/state.ts'
import type { BotView, Today } from '../bot/state.ts'
import { homeScreen } from '../shell/menu.ts'
import { deviceOf, leaveBy, navigationLink } from './glance.ts'
import { useSpeech } from './use-speech.ts'
import { useWakeLock } from './use-wake-lock.ts'
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
  const begun = next.startAt <= now
  return (
    <section className="glance-sign" aria-labelledby="glance-next">
      <h2 id="glance-next" className="font-semibold">
        {begun ? t('next.now') : t('next.in', { time: words.span(next.startAt - now) })}
      </h2>
      <p className="glance-station">{next.stationCode}</p>
      <p className="glance-when">
        {words.dayTime(next.startAt, timeZone)}, {sayLength(words, next)}, <PayAmount pay={next} />
      </p>
      {!begun && leaveAt !== null && (
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
