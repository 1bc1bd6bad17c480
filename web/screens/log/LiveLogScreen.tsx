import { useQuery } from '@tanstack/react-query'
import { IconArrowUp } from '../../icons/arrow-up.ts'
import { IconPlayerPauseFilled } from '../../icons/player-pause-filled.ts'
import { IconPlayerPlayFilled } from '../../icons/player-play-filled.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { toProblem } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import { loadOlder, useLive } from '../../live.ts'
import { sessionQuery } from '../../queries.ts'
import { useStationZones, useVariant } from '../../stations.ts'
import { ZoneNote } from '../../ui/ZoneNote.tsx'
import { LateWhySheet, warmWhySheet } from '../offers/LateWhySheet.tsx'
import { LogWaiting } from '../offers/LogWaiting.tsx'
import { isOffer } from '../offers/entry.ts'
import type { OfferEntry } from '../offers/entry.ts'
import { LogRows } from './LogRows.tsx'
import { OutcomeChips } from './OutcomeChips.tsx'
import { LOG_GROUPS, chooseLines, countNew, groupsOf, toggleGroup } from './view.ts'
import type { View } from './view.ts'

/** From here on a driver reads older lines. */
const READING_PX = 80

/** The live log: filtered by outcome, paused while reading, resumed without a gap. */
export function LiveLogScreen() {
  const { t } = useWords()
  const { log } = useLive()
  const timeZone = useQuery(sessionQuery).data?.timeZone
  const app = useVariant()
  const zones = useStationZones()
  const [view, setView] = useState<View & { reading: boolean }>({ groups: [], heldAt: null, reading: false })
  const [open, setOpen] = useState<OfferEntry | null>(null)
  const box = useRef<HTMLElement>(null)
  const lines = chooseLines(log.entries, view, app)
  const newest = lines[0]?.seq ?? 0
  const held = view.heldAt !== null
  const lastSeq = log.lastSeq ?? 0
  const hold = (reading: boolean) =>
    setView((now) => ({ ...now, heldAt: now.heldAt ?? lastSeq, reading: now.reading || reading }))
  const resume = () => {
    setView({ ...view, heldAt: null, reading: false })
    if (box.current) box.current.scrollTop = 0
  }
  useReading(box, (reading) => {
    if (reading && !held) hold(true)
    // Back at the top there is nothing left to keep still: only the button pauses for good.
    else if (!reading && view.reading) setView({ ...view, heldAt: null, reading: false })
  })
  return (
    <div className="mx-auto flex min-h-0 w-full max-w-[72rem] flex-1 flex-col gap-3 px-3 pb-3 min-[22.5rem]:px-4 lg:px-6">
      <OutcomeChips
        outcomes={groupsOf(LOG_GROUPS, app)}
        isChosen={(group) => (group === null ? view.groups.length === 0 : view.groups.includes(group))}
        onChoose={(group) =>
          setView({ ...view, groups: group === null ? [] : toggleGroup(view.groups, group) })
        }
      />
      <ZoneNote timeZone={timeZone} />
      <div
        className="card relative flex h-[calc(100dvh-15rem-var(--tabs,0px))] min-h-80 flex-col overflow-hidden"
        onPointerDown={warmWhySheet}
      >
        <LogBar lines={lines.length} held={held} onToggle={held ? resume : () => hold(false)} />
        <NewLines count={countNew(log.entries, view, app)} onShow={resume} />
        {log.lastSeq === null ? (
          <LogWaiting rows={9} />
        ) : (
          <section
            ref={box}
            aria-label={t('title.live-log')}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling box must be reachable by keys
            tabIndex={lines.some(isOffer) ? undefined : 0}
            className="min-h-0 flex-1 overflow-y-auto overscroll-contain -outline-offset-4 [contain:strict] [scrollbar-width:thin]"
          >
            {lines.length === 0 ? (
              <Empty filtered={view.groups.length > 0} />
            ) : (
              <LogRows
                lines={lines}
                scroller={box}
                freshSeq={!held && newest > log.firstSeq ? newest : null}
                timeZone={timeZone}
                zones={zones}
                onOpen={setOpen}
              />
            )}
            <Older complete={log.complete} />
          </section>
        )}
      </div>
      <LateWhySheet entry={open} onClose={() => setOpen(null)} />
    </div>
  )
}

/**
 * Tells when a driver scrolls down to read, so that new lines do not carry them away, and when they are back.
 */
function useReading(box: React.RefObject<HTMLElement | null>, tell: (reading: boolean) => void): void {
  const onScrolled = useEffectEvent(tell)
  useEffect(() => {
    const scroller = box.current
    if (!scroller) return
    const onScroll = () => {
      if (scroller.scrollTop > READING_PX) onScrolled(true)
      else if (scroller.scrollTop <= 1) onScrolled(false)
    }
    scroller.addEventListener('scroll', onScroll, { passive: true })
    return () => scroller.removeEventListener('scroll', onScroll)
  })
}

/** Whether lines arrive or the log is paused, and the switch between the two. */
function LogBar({ lines, held, onToggle }: { lines: number; held: boolean; onToggle: () => void }) {
  const { t } = useWords()
  const live = useLive().connection === 'live'
  const Icon = held ? IconPlayerPlayFilled : IconPlayerPauseFilled
  return (
    <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-2 border-b border-line pl-4 pr-2">
      <p className="tnum flex items-center gap-2 font-bold">
        <span aria-hidden className={`size-2.5 rounded-full ${live && !held ? 'bg-green' : 'bg-line'}`} />
        {t(held ? 'offers.paused' : live ? 'offers.live' : 'offers.connecting')}
        <span className="font-semibold text-muted">{t('log.lines', { count: lines })}</span>
      </p>
      <button type="button" className="btn ml-auto !bg-transparent max-sm:!px-3" onClick={onToggle}>
        <Icon size={20} aria-hidden />
        {t(held ? 'log.resume' : 'log.pause')}
      </button>
    </div>
  )
}

/** The lines that arrived while the log was paused. */
function NewLines({ count, onShow }: { count: number; onShow: () => void }) {
  const { t } = useWords()
  if (count === 0) return null
  return (
    <button
      type="button"
      className="absolute left-1/2 top-16 z-10 flex min-h-12 -translate-x-1/2 items-center gap-2 whitespace-nowrap rounded-full bg-amber px-5 font-extrabold text-on-amber shadow-lg"
      onClick={onShow}
    >
      <IconArrowUp size={20} aria-hidden />
      <span className="tnum">{t('log.new', { count })}</span>
    </button>
  )
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
