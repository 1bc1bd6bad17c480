import { useQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Outputs } from '@madruga/core/contract.ts'
import type { Variant } from '@madruga/core/offers.ts'
import { announce } from '../../announce.ts'
import { api } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import { IconRefresh } from '../../icons/first.ts'
import { filterQuery, sessionQuery, stationsQuery } from '../../queries.ts'
import { useVariant } from '../../stations.ts'
import { BottomBar } from '../../ui/BottomBar.tsx'
import { ConfirmSheet } from '../../ui/ConfirmSheet.tsx'
import { FailedOr } from '../../ui/Failed.tsx'
import { warmSheet } from '../../ui/LateSheet.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageSkeleton } from '../../ui/Skeleton.tsx'
import { onDemand } from '../../ui/on-demand.ts'
import { AccountSection } from './AccountSection.tsx'
import { GoneWords } from './GoneWords.tsx'
import { Asked } from './Refused.tsx'
import { FilterLink, RemovedFilter } from './RemovedFilter.tsx'
import { accountQuery, takeAccount } from './queries.ts'
import type { PlatformAccount } from './queries.ts'

const NextStep = onDemand(() => import('../setup/load.ts').then((load) => load.loadNextStep()))

/** The account on the delivery platform, and its stations. */
export function Sync() {
  const account = useQuery(accountQuery)
  const session = useQuery(sessionQuery)
  const variant = useVariant()
  const filter = useQuery(filterQuery(variant))
  if (account.data === undefined) {
    return (
      <FailedOr query={account}>
        <PageSkeleton shapes={['h-32', 'h-32']} beside />
      </FailedOr>
    )
  }
  return (
    <div className="mx-auto grid w-full max-w-[72rem] content-start gap-8 px-3 pb-6 pt-1 min-[22.5rem]:px-4 lg:grid-cols-2 lg:gap-10 lg:px-6">
      <AccountSection account={account.data} variant={variant} timeZone={session.data?.timeZone} />
      <StationsSection account={account.data} variant={variant} timeZone={session.data?.timeZone} />
      {account.data.state === 'connected' && filter.data && (
        <BottomBar>
          <NextStep to={filter.data.savedAt === null ? 'filter' : 'start'} />
        </BottomBar>
      )}
    </div>
  )
}

type Synced = Outputs['platforms']['sync']

type OfAccount = { account: PlatformAccount; variant: Variant; timeZone: string | undefined }

/** The last synced stations or stores, and their refresh; its effect on the filter, and a restore. */
function StationsSection({ account, variant, timeZone }: OfAccount) {
  const { t } = useWords()
  const [result, setResult] = useState<Synced | null>(null)
  const filter = useQuery(filterQuery(variant))
  const removedAt = filter.data?.removedAt ?? null
  const places = filter.data?.gone ?? []
  const quiet = [removedAt === null, result === null, filter.data?.savedAt !== null].includes(false)
  return (
    <section aria-labelledby="sync-stations" className="grid content-start gap-4">
      <h2 id="sync-stations" className="text-xl font-extrabold tracking-[-0.01em]">
        {t('sync.stations')}
      </h2>
      {result && <SyncedNotice synced={result} kept={Boolean(filter.data?.savedAt) && places.length === 0} />}
      <RemovedFilter variant={variant} removedAt={removedAt} timeZone={timeZone} />
      {places.length > 0 && (
        <Notice kind="plain" actions={<FilterLink>{t('act.filter')}</FilterLink>}>
          <GoneWords gone={places} />
        </Notice>
      )}
      <StationsCard account={account} variant={variant} timeZone={timeZone} />
      {account.state === 'connected' && <SyncButton quiet={quiet} onSynced={setResult} />}
    </section>
  )
}

/** What a sync changed; `kept` = the filter still has all its stations. */
function SyncedNotice({ synced: { added, removed }, kept }: { synced: Synced; kept: boolean }) {
  const { t } = useWords()
  return (
    <Notice kind="good">
      {t('sync.done')}{' '}
      <span className="block font-normal">
        {added + removed === 0
          ? t('sync.nothing_changed')
          : `${t('sync.added', { count: added })}, ${t('sync.removed', { count: removed })}.`}
        {kept && ` ${t('sync.filter_kept')}`}
      </span>
    </Notice>
  )
}

function StationsCard({ account, variant, timeZone }: OfAccount) {
  const { t, date } = useWords()
  const stations = useQuery({ ...stationsQuery(variant), enabled: account.stations > 0 })
  return (
    <div className="card grid gap-3 px-5 py-4">
      <div>
        <p className="tnum text-2xl font-extrabold leading-tight">
          {t('sync.stations_count', { count: account.stations })}
        </p>
        <p className="text-sm text-muted">
          {account.syncedAt === null
            ? t('sync.never')
            : t('sync.synced', { when: date(account.syncedAt, timeZone) })}
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
      {account.state !== 'none' && <p className="leading-snug text-muted">{t('sync.stations_text')}</p>}
    </div>
  )
}

/** Reads the stations again after a confirmation; asking again takes the last result away. */
function SyncButton({ quiet, onSynced }: { quiet: boolean; onSynced: (synced: Synced | null) => void }) {
  const { t } = useWords()
  const [open, setOpen] = useState<boolean | null>(null)
  const sync = useMutation({
    mutationFn: () => api.platforms.sync({ confirmed: true }),
    onSuccess: async (result) => {
      announce(t('sync.done'))
      setOpen(false)
      await takeAccount(result.account)
      onSynced(result)
    },
  })
  return (
    <>
      <button
        type="button"
        className="act"
        data-quiet={quiet}
        onPointerDown={warmSheet}
        onClick={() => {
          sync.reset()
          onSynced(null)
          setOpen(true)
        }}
      >
        <IconRefresh size={22} aria-hidden />
        {t('sync.read')}
      </button>
      {open !== null && (
        <ConfirmSheet
          open={open}
          onOpenChange={setOpen}
          title={t('sync.confirm_title')}
          go={t(sync.isPending ? 'sync.reading' : 'sync.read')}
          keep={t('form.cancel')}
          busy={sync.isPending}
          danger
          onGo={() => sync.mutate()}
        >
          <Asked text={t('sync.confirm_text')} error={sync.error} />
        </ConfirmSheet>
      )}
    </>
  )
}
