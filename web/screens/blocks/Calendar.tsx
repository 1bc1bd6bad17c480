import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { IconCalendarOff } from '../../icons/drawings.ts'
import { addMonthsToDay, sumUp } from '@madruga/core/blocks.ts'
import { useSearch } from '../../address.ts'
import { useRef, useState } from 'react'
import type { TouchEvent } from 'react'
import { useServerTime } from '../../clock.ts'
import { dayNames, shiftDay } from '@madruga/core/days.ts'
import { useWords } from '../../i18n.ts'
import { readLocal, writeLocal } from '../../local-store.ts'
import { sessionQuery } from '../../queries.ts'
import { Failed } from '../../ui/Failed.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { PageSkeleton, Skeleton } from '../../ui/Skeleton.tsx'
import { useDesktop } from '../../ui/media.ts'
import { ZoneNote } from '../../ui/ZoneNote.tsx'
import { AgendaView } from './AgendaView.tsx'
import { BlockSheet } from './BlockSheet.tsx'
import { CalendarBar, VIEWS } from './CalendarBar.tsx'
import type { CalendarView } from './CalendarBar.tsx'
import { CalendarLinkCard } from './CalendarLinkCard.tsx'
import { DayList } from './DayList.tsx'
import { MonthView } from './MonthView.tsx'
import { WaitingSheet } from './WaitingSheet.tsx'
import { WeekView } from './WeekView.tsx'
import { byDay, pageDays } from './pay.ts'
import { blocksQuery, linkQuery } from './queries.ts'
import type { BlockList, Job } from './queries.ts'

const MINUTE_MS = 60_000
/** Minimum horizontal swipe to turn the page. */
const SWIPE_PX = 56

/** Month of pay, week and agenda of the blocks that the driver holds, held or may get. */
export function Calendar() {
  const session = useQuery(sessionQuery)
  const timeZone = session.data?.timeZone
  const { open, at } = useSearch()
  const place = { job: open ?? null, at: readTime(at) }
  return timeZone === undefined ? (
    <PageSkeleton shapes={['h-24', 'h-80']} />
  ) : (
    <Days key={`${place.job} ${place.at}`} timeZone={timeZone} named={place} />
  )
}

function readTime(text: string | undefined): number | null {
  return text !== undefined && /^-?\d{1,15}$/.test(text) ? Number(text) : null
}

/** `named`: the job that the address opens, and when it starts. */
function Days({ timeZone, named }: { timeZone: string; named: { job: string | null; at: number | null } }) {
  usePrefetchQuery(linkQuery)
  const page = usePage(timeZone, named.at)
  const { day, today, view, list, blocks, settled } = page
  const [open, setOpen] = useState(named.job)
  const [message, setMessage] = useState<string | null>(null)
  const swipe = useSwipe(page.leaf)
  const onOpen = (block: { id: string }) => setOpen(block.id)
  const openBlock = blocks.find((block) => block.id === open)
  return (
    <div className="mx-auto grid w-full max-w-[72rem] content-start gap-5 px-3 pb-6 pt-1 min-[22.5rem]:px-4 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-8 lg:px-6">
      <div className="grid content-start gap-3" {...swipe}>
        {message !== null && (
          <Notice kind="plain" onClose={() => setMessage(null)}>
            {message}
          </Notice>
        )}
        <CalendarBar
          view={view}
          day={day}
          today={today}
          timeZone={timeZone}
          sum={settled ? sumUp(page.summed) : null}
          onView={page.choose}
          onLeaf={page.leaf}
          onToday={() => page.setDay(today)}
        />
        <ZoneNote timeZone={timeZone} />
        <Page page={page} timeZone={timeZone} onOpen={onOpen} />
        {settled && blocks.length === 0 && <Empty ahead={page.last >= today} />}
      </div>
      <Beside page={page} timeZone={timeZone} onOpen={onOpen} />
      {openBlock !== undefined && list.data !== undefined && (
        <JobSheet
          key={openBlock.id}
          job={openBlock}
          list={list.data}
          onClose={() => setOpen(null)}
          onSaid={setMessage}
        />
      )}
    </div>
  )
}

/** A block that was waiting keeps its id: the open sheet turns into that of the block. */
function JobSheet({
  job,
  onSaid,
  ...props
}: {
  job: Job
  list: BlockList
  onClose: () => void
  onSaid: (said: string) => void
}) {
  if (job.state === 'waiting') return <WaitingSheet job={job} onSaid={onSaid} {...props} />
  return <BlockSheet block={job} {...props} />
}

/** The month, week or agenda of the selected day, and its blocks. */
function usePage(timeZone: string, at: number | null) {
  const dayOf = dayNames(timeZone)
  const today = dayOf(useServerTime(MINUTE_MS))
  const [day, setDay] = useState(at === null ? today : dayOf(at))
  const desktop = useDesktop()
  const [view, setView] = useState<CalendarView>(() => storedView(desktop))
  const { first, last, listed } = pageDays(view, day, today)
  const list = useQuery(blocksQuery(first, listed))
  const blocks = allJobs(list.data).filter((block) => {
    // The previous page stays visible while the next one loads.
    const start = dayOf(block.startAt)
    return start >= first && start <= listed
  })
  return {
    today,
    day,
    setDay,
    view,
    last,
    list,
    blocks,
    /** Those of the days in the title. */
    summed: blocks.filter((block) => dayOf(block.startAt) <= last),
    blocksOf: byDay(blocks, timeZone),
    settled: list.data !== undefined && !list.isPlaceholderData,
    choose(next: CalendarView) {
      setView(next)
      writeLocal('calendar', next)
    },
    leaf: (by: -1 | 1) =>
      setDay((from) => (view === 'week' ? shiftDay(from, 7 * by) : addMonthsToDay(from, by))),
  }
}

/** Blocks and what waits to become one, by start. */
function allJobs(list: BlockList | undefined): Job[] {
  if (list === undefined) return []
  return [...list.blocks, ...list.waiting].toSorted((one, other) => one.startAt - other.startAt)
}

type Shown = { page: ReturnType<typeof usePage>; timeZone: string; onOpen: (block: { id: string }) => void }

function Page({ page, timeZone, onOpen }: Shown) {
  const { list, view, blocks, settled } = page
  const props = { timeZone, today: page.today, blocksOf: page.blocksOf }
  if (list.data === undefined && list.isError)
    return (
      <section className="card">
        <Failed error={list.error} onRetry={() => void list.refetch()} />
      </section>
    )
  if (view === 'month') return <MonthView {...props} day={page.day} onChoose={page.setDay} />
  if (view === 'week')
    return <WeekView {...props} day={page.day} blocks={blocks} onChoose={page.setDay} onOpen={onOpen} />
  if (!settled) return <Skeleton className="h-64" />
  return (
    blocks.length > 0 && (
      <AgendaView
        {...props}
        month={page.day.slice(0, 7)}
        costs={page.list.data?.costs ?? {}}
        onOpen={onOpen}
      />
    )
  )
}

/** Beside the days, or below them on a phone: the blocks of the selected one, and the link to all of them. */
function Beside({ page, timeZone, onOpen }: Shown) {
  const { day, today, view, list, blocks, settled } = page
  return (
    <div className="grid content-start gap-5">
      {view !== 'agenda' && blocks.length > 0 && (
        <DayList
          day={day}
          blocks={page.blocksOf.get(day) ?? []}
          costs={list.data?.costs ?? {}}
          today={today}
          timeZone={timeZone}
          onOpen={onOpen}
        />
      )}
      {view !== 'agenda' && blocks.length === 0 && !settled && !list.isError && <DayWaiting />}
      {/* Below blocks whose number is not known yet: while they load, nothing is there to be pushed down. */}
      {list.isPending ? <Skeleton className="h-44" /> : <CalendarLinkCard timeZone={timeZone} />}
    </div>
  )
}

/** What was chosen last; a desktop has room for the hours of a week, a phone for a month of pay. */
function storedView(desktop: boolean): CalendarView {
  const choice = readLocal('calendar')
  return VIEWS.find((view) => view === choice) ?? (desktop ? 'week' : 'month')
}

/** Turns pages by horizontal swipes, without affecting scrolling. */
function useSwipe(leaf: (by: -1 | 1) => void) {
  const from = useRef<{ x: number; y: number } | null>(null)
  return {
    onTouchStart(event: TouchEvent) {
      const touch = event.touches.length === 1 ? event.touches[0] : undefined
      from.current = touch ? { x: touch.clientX, y: touch.clientY } : null
    },
    onTouchEnd(event: TouchEvent) {
      const [start, touch] = [from.current, event.changedTouches[0]]
      from.current = null
      if (start === null || touch === undefined) return
      const [x, y] = [touch.clientX - start.x, touch.clientY - start.y]
      if (Math.abs(x) > SWIPE_PX && Math.abs(x) > 2 * Math.abs(y)) leaf(x < 0 ? 1 : -1)
    },
  }
}

/** A day's name and a block, while they load. */
function DayWaiting() {
  return (
    <div className="grid gap-2" aria-busy="true">
      <Skeleton className="h-7 w-48" />
      <Skeleton className="h-16" />
    </div>
  )
}

function Empty({ ahead }: { ahead: boolean }) {
  const { t } = useWords()
  return (
    <section className="card grid justify-items-center gap-1 px-6 py-10 text-center">
      <IconCalendarOff size={36} aria-hidden className="mb-2 text-muted" />
      <p className="text-lg font-extrabold">{t(ahead ? 'blocks.empty' : 'blocks.count_none')}</p>
      {ahead && (
        <>
          <p className="mx-auto max-w-[36ch] text-muted">{t('blocks.empty_text')}</p>
          <ScreenLink screen="home" className="btn mt-3">
            {t('bot.open')}
          </ScreenLink>
        </>
      )}
    </section>
  )
}
