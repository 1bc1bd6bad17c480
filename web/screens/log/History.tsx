import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { navigate, useSearch, useShownPath } from '../../address.ts'
import { IconListSearch } from '../../icons/list-search.ts'
import { useMemo } from 'react'
import type { Station, Variant } from '@madruga/core/offers.ts'
import { serverNow } from '../../clock.ts'
import { dayNames } from '@madruga/core/days.ts'
import { useWords } from '../../i18n.ts'
import { sessionQuery } from '../../queries.ts'
import { useStations, useVariant } from '../../stations.ts'
import { FailedOr } from '../../ui/Failed.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { ZoneNote } from '../../ui/ZoneNote.tsx'
import { FreshPill } from './FreshPill.tsx'
import { HistoryChoice } from './HistoryChoice.tsx'
import { HistoryEnd } from './HistoryEnd.tsx'
import { HistoryList } from './HistoryList.tsx'
import type { HistoryPages } from './HistoryList.tsx'
import { LinkedEntry } from './LinkedEntry.tsx'
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
  const known = useStations({ enabled: own === variant })
  const stations = (own === variant && known.data) || NO_STATIONS
  const input = { ...filters, variant }
  const timeZone = session.data?.timeZone
  const dayOf = useMemo(() => dayNames(timeZone), [timeZone])
  const reversed = isReversed(filters)
  const history = useInfiniteQuery({ ...historyQuery(input), enabled: !reversed })
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
        aria-busy={(history.isPending && !reversed) || history.isPlaceholderData}
      >
        {first && !reversed && <FreshPill countIn={countIn} empty={rows.length === 0} onShow={show} />}
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
  if (isReversed(filters)) return <Empty text={t('history.days_reversed')} />
  if (history.data === undefined) {
    return (
      <FailedOr query={history}>
        <SkeletonRows rows={9} />
      </FailedOr>
    )
  }
  const chosen = Object.keys(filters).length > 0
  return (
    <>
      {rows.length > 0 && <HistoryList {...{ rows, timeZone, history, newest }} />}
      {rows.length === 0 && !history.hasNextPage && (
        <Empty text={t(chosen ? 'history.empty_chosen' : 'history.empty_text')} />
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
