import { useState } from 'react'
import { recallDriver } from '../../driver.ts'
import { useWords } from '../../i18n.ts'
import { IconChevronRight } from '../../icons/first.ts'
import { useLive, reconnectLive } from '../../live.ts'
import { useStationZones, useVariant } from '../../stations.ts'
import { Failed } from '../../ui/Failed.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { screenIn } from '../shell/menu.ts'
import { EntryRow } from './EntryRow.tsx'
import { LateWhySheet, warmWhySheet } from './LateWhySheet.tsx'
import { LiveRows } from './LiveRows.tsx'
import { isOfApp, isOffer } from './entry.ts'
import type { OfferEntry } from './entry.ts'

/** More than fit on any screen. */
const SHOWN = 40

/** The newest offers as they arrive. A region, not a live region: no one wants ten rows a second read out. */
export function LatestOffers({ searching, timeZone }: { searching: boolean; timeZone: string | undefined }) {
  const { t } = useWords()
  const { log, connection } = useLive()
  const [open, setOpen] = useState<OfferEntry | null>(null)
  const app = useVariant()
  const zones = useStationZones()
  const rows = log.entries
    .filter(isOffer)
    .filter((entry) => isOfApp(entry, app))
    .slice(0, SHOWN)
  const live = searching && connection === 'live'
  const label =
    connection === 'live' || connection === 'closed'
      ? searching && t('offers.live')
      : t(connection === 'offline' ? 'offers.offline' : 'offers.connecting')
  return (
    <section
      className="card flex flex-col overflow-hidden lg:sticky lg:top-[3.75rem] lg:h-[calc(100dvh-5.25rem)]"
      aria-labelledby="latest"
      onPointerDown={warmWhySheet}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3 px-4 pb-2 pt-4">
        <h2 id="latest" className="text-xl font-extrabold tracking-[-0.01em]">
          {t('offers.title')}
        </h2>
        {label && (
          <span className={`flex items-center gap-2 text-sm font-bold ${live ? 'text-green' : 'text-muted'}`}>
            <span aria-hidden className={`size-2 rounded-full ${live ? 'bg-green' : 'bg-line'}`} />
            {label}
          </span>
        )}
      </div>
      {rows.length > 0 ? (
        <LiveRows
          rows={rows}
          className="h-[28rem] min-h-0 [contain:content] lg:h-auto lg:flex-1"
          keyOf={(entry) => entry.seq}
          isFresh={(entry) => entry.seq > log.firstSeq && entry === rows[0]}
          render={(entry, tabIndex) => (
            <EntryRow entry={entry} timeZone={timeZone} zones={zones} tabIndex={tabIndex} onOpen={setOpen} />
          )}
        />
      ) : log.lastSeq === null ? (
        <div className="h-[28rem] overflow-hidden lg:h-auto lg:flex-1">
          <LogWaiting rows={8} />
        </div>
      ) : (
        <div className="grid flex-1 content-center gap-1 px-6 py-12 text-center">
          <p className="text-lg font-extrabold">{t('offers.empty')}</p>
          {!searching && <p className="mx-auto max-w-[34ch] text-muted">{t('offers.empty_parked')}</p>}
        </div>
      )}
      <ScreenLink
        screen={screenIn(recallDriver(), 'logs')}
        search={{ live: 1 }}
        className="flex min-h-14 items-center justify-between border-t border-line px-4 font-bold hover:bg-surface-2"
      >
        {t('offers.all')}
        <IconChevronRight size={20} aria-hidden />
      </ScreenLink>
      <LateWhySheet entry={open} onClose={() => setOpen(null)} />
    </section>
  )
}

/** The live log before its first lines: loading, or a retry. */
function LogWaiting({ rows }: { rows: number }) {
  return useLive().failed ? <Failed error={null} onRetry={reconnectLive} /> : <SkeletonRows rows={rows} />
}
