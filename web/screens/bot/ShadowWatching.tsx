import { useState } from 'react'
import { api, toProblem } from '../../client.ts'
import { useServerTime } from '../../clock.ts'
import { formatLeft } from '../../countdown.ts'
import { useWords } from '../../i18n.ts'
import { useLive } from '../../live.ts'
import { BottomBar } from '../../ui/BottomBar.tsx'
import { HoldButton } from '../../ui/HoldButton.tsx'
import { useStationZones } from '../../stations.ts'
import { EntryRow } from '../offers/EntryRow.tsx'
import { LateWhySheet } from '../offers/LateWhySheet.tsx'
import { LiveRows } from '../offers/LiveRows.tsx'
import { isOffer } from '../offers/entry.ts'
import type { OfferEntry } from '../offers/entry.ts'
import { Refusal } from './Refusal.tsx'
import { ShadowFigures } from './ShadowFigures.tsx'
import { lateBy, readRunsAgain } from './shadow-queries.ts'
import type { ShadowRun } from './shadow-queries.ts'
import { isSearching, stateText } from './state.ts'
import type { BotView } from './state.ts'
import { useBotAction } from './use-bot-action.ts'

const SHOWN = 30
/** A longer run shows its end as day and time instead of a countdown. */
const COUNTED_MS = 3_600_000

/**
 * A shadow run in progress: the time left, the bot's activity, the lines as they arrive, and how to end it.
 */
export function ShadowWatching({
  run,
  view,
  timeZone,
}: {
  run: ShadowRun
  view: BotView
  timeZone: string | undefined
}) {
  const words = useWords()
  const { t } = words
  const { log } = useLive()
  const now = useServerTime(1_000)
  const stop = useBotAction(() => api.bot.stop(), readRunsAgain)
  const searching = isSearching(view)
  const rows = log.entries
    .filter(isOffer)
    .filter((entry) => entry.at >= run.startedAt)
    .slice(0, SHOWN)
  const timeLeft = formatLeft(run.endsAt, now)
  return (
    <>
      <section className="card overflow-hidden" aria-labelledby="watching">
        <div className="px-5 pt-5">
          <h2 id="watching" className="text-[2.25rem] font-[850] leading-[1.05] tracking-[-0.02em]">
            {t('title.live-log-test')}
          </h2>
          <p className="mt-1.5 max-w-[42ch] text-muted">
            {searching
              ? t('shadow.until', { when: words.dayTime(run.endsAt, timeZone) })
              : t('shadow.resting', { reason: stateText(words, view) })}
          </p>
          {run.endsAt - now < COUNTED_MS && timeLeft !== null && (
            <p className="mt-2 flex flex-wrap items-baseline gap-x-2 font-semibold">
              {t('shadow.left')}
              <span className="tnum text-xl font-extrabold text-amber-text" role="timer">
                {timeLeft}
              </span>
            </p>
          )}
        </div>
        <div className="lane my-4" data-lit={searching} data-moving={searching} aria-hidden>
          <i />
        </div>
        <h3 className="px-5 pb-1 font-extrabold">{t('shadow.so_far')}</h3>
        <SoFar run={run} empty={rows.length === 0} timeZone={timeZone} />
        <h3 className="px-5 pb-1 font-extrabold">{t('shadow.live')}</h3>
        <Live rows={rows} firstSeq={log.firstSeq} timeZone={timeZone} />
      </section>
      <BottomBar>
        <div className="grid gap-2">
          {stop.error && (
            <Refusal
              problem={toProblem(stop.error)}
              onRetry={() => stop.mutate()}
              onClose={() => stop.reset()}
            />
          )}
          <HoldButton
            label={t(stop.isPending ? 'shadow.stopping' : 'home.hold')}
            ask={t('home.stop_ask')}
            yes={t('shadow.stop')}
            no={t('home.stop_keep')}
            onDone={() => stop.mutate()}
          />
        </div>
      </BottomBar>
    </>
  )
}

/** What the run saw until now, and how late that is known. */
function SoFar({ run, empty, timeZone }: { run: ShadowRun; empty: boolean; timeZone: string | undefined }) {
  const { t, dayTime, number } = useWords()
  const when = dayTime(run.startedAt, timeZone)
  if (empty && run.seen + run.count === 0)
    return <p className="px-5 pb-4 text-muted">{t('shadow.nothing_yet', { when })}</p>
  return (
    <>
      <p className="px-5 pb-3 text-sm text-muted">
        {t('shadow.late', { when, seconds: number(lateBy(run) / 1_000) })}
      </p>
      <ShadowFigures run={run} />
    </>
  )
}

/** The latest offers as they arrive; each opens its reasons. */
function Live({
  rows,
  firstSeq,
  timeZone,
}: {
  rows: readonly OfferEntry[]
  firstSeq: number
  timeZone: string | undefined
}) {
  const { t } = useWords()
  const zones = useStationZones()
  const [open, setOpen] = useState<OfferEntry | null>(null)
  return (
    <>
      {rows.length === 0 ? (
        <p className="px-5 pb-6 pt-1 text-muted">{t('shadow.no_lines')}</p>
      ) : (
        <LiveRows
          rows={rows}
          className="h-[22.5rem] [contain:content]"
          keyOf={(entry) => entry.seq}
          isFresh={(entry) => entry.seq > firstSeq && entry === rows[0]}
          render={(entry, tabIndex) => (
            <EntryRow entry={entry} timeZone={timeZone} zones={zones} tabIndex={tabIndex} onOpen={setOpen} />
          )}
        />
      )}
      <LateWhySheet entry={open} onClose={() => setOpen(null)} />
    </>
  )
}
