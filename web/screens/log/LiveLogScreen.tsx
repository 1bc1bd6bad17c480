import { useQuery } from '@tanstack/react-query'
import { IconArrowUp, IconClockBolt, IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import { Suspense, lazy, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { LogEntry } from '@madruga/core/events.ts'
import { toProblem } from '../../client.ts'
import { useWords, withMoreWords } from '../../i18n.ts'
import { loadOlder, reconnectLive, useLive } from '../../live.ts'
import { sessionQuery } from '../../queries.ts'
import { useStationZones, useVariant } from '../../stations.ts'
import { Failed } from '../../ui/Failed.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { ZoneNote } from '../../ui/ZoneNote.tsx'
import { EntryRow } from '../offers/EntryRow.tsx'
import { LiveRows } from '../offers/LiveRows.tsx'
import { LOG_GROUPS } from '../offers/entry.ts'
import type { OfferEntry } from '../offers/entry.ts'
import { chooseLines, countNew, toggleGroup } from './view.ts'
import type { View } from './view.ts'

const loadWhy = () => withMoreWords(import('../offers/WhySheet.tsx'))
const WhySheet = lazy(() => loadWhy().then((module) => ({ default: module.WhySheet })))

/** The live log: filtered by outcome, paused while reading, resumed without a gap. */
export function LiveLogScreen() {
  const words = useWords()
  const { t } = words
  const { log, connection, failed } = useLive()
  const session = useQuery(sessionQuery)
  const app = useVariant()
  const zones = useStationZones()
  const [view, setView] = useState<View>({ groups: [], heldAt: null })
  const [open, setOpen] = useState<OfferEntry | null>(null)
  const [wanted, setWanted] = useState(false)
  const box = useRef<HTMLElement>(null)
  const show = useCallback((entry: OfferEntry) => {
    setWanted(true)
    setOpen(entry)
  }, [])
  const lines = chooseLines(log.entries, view, app)
  const waiting = countNew(log.entries, view, app)
  const held = view.heldAt !== null
  const lastSeq = log.lastSeq ?? 0
  const hold = useCallback(() => setView((now) => ({ ...now, heldAt: now.heldAt ?? lastSeq })), [lastSeq])
  const resume = () => {
    setView({ ...view, heldAt: null })
    if (box.current) box.current.scrollTop = 0
  }
  useHoldOnScroll(box, hold)
  return (
    <div className="mx-auto flex min-h-0 w-full max-w-[72rem] flex-1 flex-col gap-3 px-3 pb-3 min-[22.5rem]:px-4 lg:px-6">
      <Chips view={view} onChange={(groups) => setView({ ...view, groups })} />
      <ZoneNote timeZone={session.data?.timeZone} />
      <div
        className="card relative flex h-[calc(100dvh-11.5rem)] min-h-80 flex-col overflow-hidden"
        onPointerDown={() => void loadWhy()}
      >
        <div className="flex min-h-14 items-center justify-between gap-2 border-b border-line pl-4 pr-2">
          <p className="tnum flex items-center gap-2 font-bold">
            <Light on={connection === 'live' && !held} />
            {t(held ? 'offers.paused' : connection === 'live' ? 'offers.live' : 'offers.connecting')}
            <span className="font-semibold text-muted">{t('log.lines', { count: lines.length })}</span>
          </p>
          <ScreenLink
            screen="forecast"
            className="btn ml-auto !bg-transparent max-sm:!px-3 max-[22.5rem]:hidden"
          >
            <IconClockBolt size={22} aria-hidden />
            <span className="max-sm:sr-only">{t('recap.forecast')}</span>
          </ScreenLink>
          <button type="button" className="btn !bg-transparent max-sm:!px-3" onClick={held ? resume : hold}>
            {held ? (
              <IconPlayerPlayFilled size={20} aria-hidden />
            ) : (
              <IconPlayerPauseFilled size={20} aria-hidden />
            )}
            {t(held ? 'log.resume' : 'log.pause')}
          </button>
        </div>
        {waiting > 0 && (
          <button
            type="button"
            className="absolute left-1/2 top-16 z-10 flex min-h-12 -translate-x-1/2 items-center gap-2 whitespace-nowrap rounded-full bg-amber px-5 font-extrabold text-on-amber shadow-lg"
            onClick={resume}
          >
            <IconArrowUp size={20} aria-hidden />
            <span className="tnum">{t('log.new', { count: waiting })}</span>
          </button>
        )}
        {log.lastSeq === null ? (
          failed ? (
            <Failed error={null} onRetry={reconnectLive} />
          ) : (
            <SkeletonRows rows={9} />
          )
        ) : (
          <section
            ref={box}
            aria-label={t('title.live-log')}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling box must be reachable by keys
            tabIndex={0}
            className="min-h-0 flex-1 overflow-y-auto overscroll-contain -outline-offset-4 [contain:strict] [scrollbar-width:thin]"
          >
            {lines.length === 0 ? (
              <Empty filtered={view.groups.length > 0} />
            ) : (
              <LiveRows
                rows={lines}
                keyOf={(entry) => entry.seq}
                isFresh={(entry) => entry.seq > log.firstSeq && entry === lines[0] && !held}
                render={(entry: LogEntry) => (
                  <EntryRow entry={entry} timeZone={session.data?.timeZone} zones={zones} onOpen={show} />
                )}
                scroller={box}
              />
            )}
            <Older complete={log.complete} />
          </section>
        )}
      </div>
      {wanted && (
        <Suspense fallback={null}>
          <WhySheet entry={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </div>
  )
}

/** A driver who scrolls down to read is not carried away by new lines. */
function useHoldOnScroll(box: React.RefObject<HTMLElement | null>, hold: () => void): void {
  const onScrolled = useEffectEvent(hold)
  useEffect(() => {
    const scroller = box.current
    if (!scroller) return
    const onScroll = () => {
      if (scroller.scrollTop > 80) onScrolled()
    }
    scroller.addEventListener('scroll', onScroll, { passive: true })
    return () => scroller.removeEventListener('scroll', onScroll)
  })
}

function Chips({ view, onChange }: { view: View; onChange: (groups: View['groups']) => void }) {
  const { t } = useWords()
  const chip =
    'min-h-12 shrink-0 rounded-full border-2 border-line bg-surface px-4 font-bold aria-pressed:border-sign aria-pressed:bg-sign aria-pressed:text-on-sign'
  return (
    <fieldset
      aria-label={t('log.filter_by')}
      className="-mx-3 flex gap-2 overflow-x-auto px-3 py-1 min-[22.5rem]:-mx-4 min-[22.5rem]:px-4 [scrollbar-width:none] lg:mx-0 lg:flex-wrap lg:px-0"
    >
      <button
        type="button"
        className={chip}
        aria-pressed={view.groups.length === 0}
        onClick={() => onChange([])}
      >
        {t('log.all')}
      </button>
      {LOG_GROUPS.map((group) => (
        <button
          key={group}
          type="button"
          className={chip}
          aria-pressed={view.groups.includes(group)}
          onClick={() => onChange(toggleGroup(view.groups, group))}
        >
          {t(`log.${group}`)}
        </button>
      ))}
    </fieldset>
  )
}

function Light({ on }: { on: boolean }) {
  return <span aria-hidden className={`size-2.5 rounded-full ${on ? 'bg-green' : 'bg-line'}`} />
}

function Empty({ filtered }: { filtered: boolean }) {
  const { t } = useWords()
  return (
    <div className="grid gap-1 px-6 py-16 text-center">
      <p className="text-lg font-extrabold">{t('log.empty')}</p>
      <p className="text-muted">{t(filtered ? 'log.empty_filtered' : 'offers.empty_parked')}</p>
    </div>
  )
}

function Older({ complete }: { complete: boolean }) {
  const { t, say } = useWords()
  const [state, setState] = useState<{ busy: boolean; error: string | null }>({ busy: false, error: null })
  if (complete) return <p className="px-4 py-6 text-center text-sm text-muted">{t('log.beginning')}</p>
  const load = async () => {
    if (state.busy) return
    setState({ busy: true, error: null })
    try {
      await loadOlder()
      setState({ busy: false, error: null })
    } catch (thrown) {
      setState({ busy: false, error: say(`error.${toProblem(thrown).code}`) })
    }
  }
  return (
    <div className="grid justify-items-center gap-1 p-4">
      <p role="alert" className="text-red empty:hidden">
        {state.error}
      </p>
      <button type="button" className="btn" aria-disabled={state.busy} onClick={() => void load()}>
        {t(state.busy ? 'shell.loading' : 'log.older')}
      </button>
    </div>
  )
}
