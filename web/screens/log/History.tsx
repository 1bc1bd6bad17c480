import { useInfiniteQuery, useQuery, queryOptions } from '@tanstack/react-query'
import { useMemo, useEffect, useEffectEvent, useState } from 'react'
import { dayNames } from '@madruga/core/days.ts'
import type { Station, Variant } from '@madruga/core/offers.ts'
import { navigate, useSearch, useShownPath } from '../../address.ts'
import { toProblem, api } from '../../client.ts'
import { serverNow } from '../../clock.ts'
import { useWords } from '../../i18n.ts'
import { IconListSearch, IconArrowUp } from '../../icons/drawings.ts'
import { useLive } from '../../live.ts'
import type { LiveState } from '../../live.ts'
import { sessionQuery } from '../../queries.ts'
import { useStations, useVariant } from '../../stations.ts'
import { FailedOr } from '../../ui/Failed.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { ZoneNote } from '../../ui/ZoneNote.tsx'
import { LateWhySheet } from '../offers/LateWhySheet.tsx'
import { isOffer } from '../offers/entry.ts'
import { HistoryChoice } from './HistoryChoice.tsx'
import { HistoryList } from './HistoryList.tsx'
import type { HistoryPages } from './HistoryList.tsx'
import { historyQuery } from './history-query.ts'
import type { HistoryRow } from './history-rows.ts'
import { changeFilters, isReversed, readSearch } from './history-search.ts'
import type { HistoryFilters } from './history-search.ts'
import { useRows } from './use-rows.ts'

/** Stations of an app that the driver no longer works with are unavailable: text search finds them. */
const NO_STATIONS: readonly Station[] = []

/** Every judged amazon offer, newest first, by outcome, day, station and text; live with the bot's lines. */
export function History() {
  return <HistoryOf variant="amazon" />
}

/** The same for spark trips. */
export function SparkHistory() {
  return <HistoryOf variant="spark" />
}

/** The same for a courier's jobs. */
export function CourierHistory() {
  return <HistoryOf variant="courier" />
}

/**
 * By the screen and not by the driver: a driver who has worked with several apps finds each one's offers
 * separately.
 */
function HistoryOf({ variant }: { variant: Variant }) {
  const { t } = useWords()
  const search = useSearch()
  const filters = readSearch(search)
  const live = search.live === '1'
  const path = useShownPath()
  const session = useQuery(sessionQuery)
  const own = useVariant()
  const stationList = useStations({ enabled: own === variant })
  const stations = (own === variant && stationList.data) || NO_STATIONS
  const input = { ...filters, variant }
  const timeZone = session.data?.timeZone
  const dayOf = useMemo(() => dayNames(timeZone), [timeZone])
  const isBackwards = isReversed(filters)
  const history = useInfiniteQuery({ ...historyQuery(input), enabled: !isBackwards })
  const first = history.data?.pages[0]
  const { rows, countIn, newest, show } = useRows(history, input, { stations, dayOf, live })
  const go = (next: HistoryFilters, on: boolean, replace: boolean) =>
    navigate(path, { search: { ...next, ...(on && { live: 1 }) }, replace, stay: true })
  return (
    <div className="mx-auto grid w-full max-w-[72rem] content-start gap-2 px-3 pb-6 min-[22.5rem]:px-4 lg:px-6">
      <HistoryChoice
        filters={filters}
        variant={variant}
        stations={stations}
        today={dayOf(serverNow())}
        keptDays={first?.keptDays}
        live={live}
        // Typing makes one history entry, not one per letter.
        onChange={(part, typing = false) => go(changeFilters(filters, part), live, typing)}
        onLive={(on) => go(filters, on, true)}
      />
      <ZoneNote timeZone={timeZone} />
      <section
        aria-label={t('history.list')}
        className="grid"
        aria-busy={(history.isPending && !isBackwards) || history.isPlaceholderData}
      >
        {first && !isBackwards && <FreshPill countIn={countIn} empty={rows.length === 0} onShow={show} />}
        <div className={`card overflow-hidden ${history.isPlaceholderData ? 'opacity-60' : ''}`}>
          <Found history={history} rows={rows} filters={filters} timeZone={timeZone} newest={newest} />
        </div>
      </section>
      <LinkedEntry variant={variant} />
    </div>
  )
}

function Found({
  history,
  rows,
  filters,
  timeZone,
  newest,
}: {
  history: HistoryPages & { error: unknown; isError: boolean; refetch: () => Promise<unknown> }
  rows: readonly HistoryRow[]
  filters: HistoryFilters
  timeZone: string | undefined
  newest: number | null
}) {
  const { t } = useWords()
  if (isReversed(filters)) return <Empty text={t('error.before_start')} />
  if (history.data === undefined) {
    return (
      <FailedOr query={history}>
        <SkeletonRows rows={9} />
      </FailedOr>
    )
  }
  const isFiltered = Object.keys(filters).length > 0
  return (
    <>
      {rows.length > 0 && <HistoryList {...{ rows, timeZone, history, newest }} />}
      {rows.length === 0 && !history.hasNextPage && (
        <Empty text={t(isFiltered ? 'history.empty_chosen' : 'history.empty_text')} />
      )}
      <HistoryEnd empty={rows.length === 0} timeZone={timeZone} history={history} />
    </>
  )
}

function Empty({ text }: { text: string }) {
  const { t } = useWords()
  return (
    <div className="grid justify-items-center gap-1 px-6 py-16 text-center">
      <IconListSearch size={36} aria-hidden className="mb-2 text-muted" />
      <p className="text-lg font-extrabold">{t('history.empty')}</p>
      <p className="max-w-[34ch] text-muted">{text}</p>
    </div>
  )
}

/** A higher number of new ones is not displayed. */
const MANY = 999

/** New lines since the list is held: shown on request, so that nothing jumps. */
function FreshPill({
  countIn,
  empty,
  onShow,
}: {
  countIn: (entries: LiveState['log']['entries']) => number
  /** Nothing is shown yet, so nothing can jump: new ones are shown at once. */
  empty: boolean
  onShow: () => void
}) {
  const { t } = useWords()
  const count = countIn(useLive().log.entries)
  const atOnce = empty && count > 0
  const showFirst = useEffectEvent(onShow)
  useEffect(() => {
    if (atOnce) showFirst()
  }, [atOnce])
  if (count === 0 || empty) return null
  return (
    <div className="sticky top-16 z-10 flex h-0 justify-center">
      <button
        type="button"
        className="-mt-2 flex min-h-12 items-center gap-2 self-start whitespace-nowrap rounded-full bg-amber px-5 font-extrabold text-on-amber shadow-lg"
        onClick={onShow}
      >
        <IconArrowUp size={20} aria-hidden />
        <span className="tnum">{count > MANY ? t('history.new_many') : t('history.new', { count })}</span>
      </button>
    </div>
  )
}

/** The end of the list: loading, a search that continues on request, an error, or the end. */
function HistoryEnd({
  empty,
  timeZone,
  history,
}: {
  empty: boolean
  timeZone: string | undefined
  history: HistoryPages & { error: unknown }
}) {
  const { t, say, date } = useWords()
  const last = history.data?.pages.at(-1)
  const more = () => void history.fetchNextPage()
  if (history.isFetchNextPageError) {
    return (
      <div className="grid justify-items-center gap-1 p-4 text-center" role="alert">
        <p className="font-semibold text-red">{t('history.not_loaded')}</p>
        <p className="text-sm text-muted">{say(`error.${toProblem(history.error).code}`)}</p>
        <button type="button" className="btn mt-1" onClick={more}>
          {t('shell.retry')}
        </button>
      </div>
    )
  }
  if (history.isFetchingNextPage) {
    return <p className="px-4 py-6 text-center text-sm text-muted">{t('shell.loading')}</p>
  }
  if (history.hasNextPage) {
    // If the last page has rows, the list loads more on scrolling.
    if (last?.entries.length !== 0) return null
    return (
      <div className={`grid justify-items-center gap-3 px-4 text-center ${empty ? 'py-16' : 'py-6'}`}>
        {last.searchedBackTo !== null && (
          <p className="font-semibold">
            {t('history.searched', { when: date(last.searchedBackTo, timeZone) })}
          </p>
        )}
        <button type="button" className="btn" data-strong={empty} onClick={more}>
          {t('history.go_on')}
        </button>
      </div>
    )
  }
  return (
    <p className="px-4 py-6 text-center text-sm text-muted">
      {!empty && `${t('list.end')} `}
      {!empty && last && `${t('history.kept', { count: last.keptDays })} `}
      {t('history.skipped')}
    </p>
  )
}

const entryQuery = (variant: Variant, seq: number) =>
  queryOptions({
    queryKey: ['history-entry', variant, seq],
    queryFn: async ({ signal }) => {
      const { entries } = await api.log.history({ variant, before: seq + 1, limit: 1 }, { signal })
      return entries[0] ?? null
    },
    staleTime: Infinity,
  })

/** The why sheet of the line that the address names (`open`); nothing if the history shows it no more. */
function LinkedEntry({ variant }: { variant: Variant }) {
  const { open = '' } = useSearch()
  return /^\d{1,15}$/.test(open) ? <Linked key={open} variant={variant} seq={Number(open)} /> : null
}

function Linked({ variant, seq }: { variant: Variant; seq: number }) {
  const entry = useQuery(entryQuery(variant, seq)).data
  const [open, setOpen] = useState(true)
  const openEntry = open && entry && entry.seq === seq && isOffer(entry) ? entry : null
  return <LateWhySheet entry={openEntry} onClose={() => setOpen(false)} />
}
