import { IconChevronRight } from '@tabler/icons-react'
import { Suspense, lazy, useCallback, useState } from 'react'
import { useWords, withMoreWords } from '../../i18n.ts'
import { reconnectLive, useLive } from '../../live.ts'
import { useStationZones, useVariant } from '../../stations.ts'
import { Failed } from '../../ui/Failed.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { EntryRow } from './EntryRow.tsx'
import { LiveRows } from './LiveRows.tsx'
import { isOfApp, isOffer } from './entry.ts'
import type { OfferEntry } from './entry.ts'

const loadWhy = () => withMoreWords(import('./WhySheet.tsx'))
const WhySheet = lazy(() => loadWhy().then((module) => ({ default: module.WhySheet })))

const SHOWN = 40

/** The newest offers as they arrive. A region, not a live region: nobody wants ten rows a second read out. */
export function LatestOffers({ hunting, timeZone }: { hunting: boolean; timeZone: string | undefined }) {
  const { t } = useWords()
  const { log, connection, failed } = useLive()
  const [open, setOpen] = useState<OfferEntry | null>(null)
  const [wanted, setWanted] = useState(false)
  const show = useCallback((entry: OfferEntry) => {
    setWanted(true)
    setOpen(entry)
  }, [])
  const app = useVariant()
  const zones = useStationZones()
  const rows = log.entries.filter((entry) => isOffer(entry) && isOfApp(entry, app)).slice(0, SHOWN)
  const live = hunting && connection === 'live'
  const label =
    connection === 'live' || connection === 'closed'
      ? t(hunting ? 'offers.live' : 'offers.paused')
      : t(connection === 'offline' ? 'offers.offline' : 'offers.connecting')
  return (
    <section
      className="card flex flex-col overflow-hidden lg:sticky lg:top-[3.75rem] lg:h-[calc(100dvh-5.25rem)]"
      aria-labelledby="latest"
      onPointerDown={() => void loadWhy()}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3 px-4 pb-2 pt-4">
        <h2 id="latest" className="text-xl font-extrabold tracking-[-0.01em]">
          {t('offers.title')}
        </h2>
        <span className={`flex items-center gap-2 text-sm font-bold ${live ? 'text-green' : 'text-muted'}`}>
          <span aria-hidden className={`size-2 rounded-full ${live ? 'bg-green' : 'bg-line'}`} />
          {label}
        </span>
      </div>
      {rows.length > 0 ? (
        <div className="h-[32rem] min-h-0 overflow-hidden [contain:content] lg:h-auto lg:flex-1 lg:overflow-y-auto lg:[scrollbar-width:thin]">
          <LiveRows
            rows={rows}
            keyOf={(entry) => entry.seq}
            isFresh={(entry) => entry.seq > log.firstSeq && entry === rows[0]}
            render={(entry) => <EntryRow entry={entry} timeZone={timeZone} zones={zones} onOpen={show} />}
          />
        </div>
      ) : log.lastSeq === null ? (
        failed ? (
          <Failed error={null} onRetry={reconnectLive} />
        ) : (
          <SkeletonRows rows={6} />
        )
      ) : (
        <div className="grid flex-1 content-center gap-1 px-6 py-12 text-center">
          <p className="text-lg font-extrabold">{t('offers.empty')}</p>
          <p className="mx-auto max-w-[34ch] text-muted">
            {t(hunting ? 'offers.empty_running' : 'offers.empty_parked')}
          </p>
        </div>
      )}
      <ScreenLink
        screen="live-log"
        className="flex min-h-14 items-center justify-between border-t border-line px-4 font-bold hover:bg-surface-2"
      >
        {t('offers.all')}
        <IconChevronRight size={20} aria-hidden />
      </ScreenLink>
      {wanted && (
        <Suspense fallback={null}>
          <WhySheet entry={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </section>
  )
}
