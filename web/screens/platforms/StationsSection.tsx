import { useMutation, useQuery } from '@tanstack/react-query'
import { IconRefresh } from '@tabler/icons-react'
import { Suspense, lazy, useState } from 'react'
import type { Variant } from '@madruga/core/offers.ts'
import { announce } from '../../announce.ts'
import { api, toProblem } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import { filterQuery, stationsQuery } from '../../queries.ts'
import { Notice } from '../../ui/Notice.tsx'
import { GoneWords } from './GoneWords.tsx'
import { FilterLink, RemovedFilter } from './RemovedFilter.tsx'
import { takeAccount } from './queries.ts'
import type { PlatformAccount } from './queries.ts'

const loadAsk = () => import('./AskSheet.tsx')
const AskSheet = lazy(() => loadAsk().then((module) => ({ default: module.AskSheet })))

/** The last synced stations or stores, and their refresh; its effect on the filter, and a restore. */
export function StationsSection({
  account,
  variant,
  timeZone,
}: {
  account: PlatformAccount
  variant: Variant
  timeZone: string | undefined
}) {
  const words = useWords()
  const { t } = words
  const store = variant === 'spark'
  const [open, setOpen] = useState<boolean | null>(null)
  const filter = useQuery(filterQuery(variant))
  const stations = useQuery({ ...stationsQuery(variant), enabled: account.stations > 0 })
  const sync = useMutation({
    mutationFn: () => api.platforms.sync({ confirmed: true }),
    onSuccess: async (result) => {
      announce(t('sync.done'))
      setOpen(false)
      await takeAccount(result.account)
    },
  })
  const removedAt = filter.data?.removedAt ?? null
  const gone = filter.data?.gone ?? []
  return (
    <section aria-labelledby="sync-stations" className="grid content-start gap-4">
      <h2 id="sync-stations" className="text-xl font-extrabold tracking-[-0.01em]">
        {t(store ? 'sync.stores' : 'sync.stations')}
      </h2>
      {sync.data && (
        <Notice kind="good">
          {t('sync.done')}{' '}
          <span className="block font-normal">
            {sync.data.added + sync.data.removed === 0
              ? t('sync.nothing_changed')
              : `${t('sync.added', { count: sync.data.added })}, ${t('sync.removed', { count: sync.data.removed })}.`}
            {filter.data?.savedAt && gone.length === 0 && ` ${t('sync.filter_kept')}`}
          </span>
        </Notice>
      )}
      <RemovedFilter variant={variant} removedAt={removedAt} timeZone={timeZone} />
      {gone.length > 0 && (
        <Notice kind="plain" actions={<FilterLink>{t('sync.to_filter')}</FilterLink>}>
          <GoneWords gone={gone} />
        </Notice>
      )}
      <div className="card grid gap-3 px-5 py-4">
        <div>
          <p className="tnum text-2xl font-extrabold leading-tight">
            {t(store ? 'sync.stores_count' : 'sync.stations_count', { count: account.stations })}
          </p>
          <p className="text-sm text-muted">
            {account.syncedAt === null
              ? t('sync.never')
              : t('sync.synced', { when: words.date(account.syncedAt, timeZone) })}
          </p>
        </div>
        {stations.data && stations.data.length > 0 && (
          <ul className="flex flex-wrap gap-1.5">
            {stations.data.map((station) => (
              <li key={station.id} className="plate" title={`${station.name}, ${station.city}`}>
                {station.code}
              </li>
            ))}
          </ul>
        )}
        <p className="leading-snug text-muted">
          {t(account.state === 'none' ? 'sync.stations_none' : 'sync.stations_text')}
        </p>
      </div>
      {account.state === 'connected' && (
        <button
          type="button"
          className="act"
          data-quiet={removedAt !== null || sync.data !== undefined}
          onPointerDown={() => void loadAsk()}
          onClick={() => {
            sync.reset()
            setOpen(true)
          }}
        >
          <IconRefresh size={22} aria-hidden />
          {t(store ? 'sync.read_stores' : 'sync.read')}
        </button>
      )}
      {open !== null && (
        <Suspense fallback={null}>
          <AskSheet
            open={open}
            onOpenChange={setOpen}
            title={t('sync.confirm_title')}
            text={t('sync.confirm_text')}
            go={t(sync.isPending ? 'sync.reading' : 'sync.confirm_go')}
            busy={sync.isPending}
            problem={sync.error ? toProblem(sync.error) : null}
            onGo={() => sync.mutate()}
          />
        </Suspense>
      )}
    </section>
  )
}
