import { useMutation, useQuery } from '@tanstack/react-query'
import { useSearch } from '../../../address.ts'
import { lazy, useState } from 'react'
import { formatDay } from '@madruga/core/days.ts'
import { describeKind } from '@madruga/core/instances.ts'
import { api } from '../../../client.ts'
import { useWords } from '../../../i18n.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { onDemand } from '../../../ui/on-demand.ts'
import { ExportLink } from '../ExportLink.tsx'
import { ScreenLink } from '../../../ui/ScreenLink.tsx'
import { Outcome } from '../Outcome.tsx'
import { Results } from '../Results.tsx'
import { Tested } from './Tested.tsx'
import { instancesQuery } from './queries.ts'
import type { InstanceView } from './queries.ts'

const InstanceForm = onDemand(() => import('./InstanceForm.tsx').then((module) => module.InstanceForm))
const Confirm = onDemand(() => import('./Confirm.tsx').then((module) => module.Confirm))
const SetActive = onDemand(() => import('./SetActive.tsx').then((module) => module.SetActive))

const HouseReport = lazy(() =>
  import('./HouseReport.tsx').then((module) => ({ default: module.HouseReport })),
)

/** Platforms that their operators host, or what bots did at one of them: `&platform=` opens that. */
export function Instances() {
  const { platform } = useSearch()
  return platform === undefined ? <InstanceList /> : <HouseReport key={platform} id={platform} />
}

/** Who authorised each, how it is used, and its record. */
function InstanceList() {
  const { t } = useWords()
  const list = useQuery(instancesQuery)
  const [form, setForm] = useState<InstanceView | 'new' | null>(null)
  const [confirming, setConfirming] = useState<InstanceView | null>(null)
  const [changing, setChanging] = useState<InstanceView | null>(null)
  const [note, setNote] = useState<string | null>(null)
  const rows = list.data ?? []
  return (
    <>
      {note !== null && (
        <Notice kind="good" onClose={() => setNote(null)}>
          {note}
        </Notice>
      )}
      <button
        type="button"
        className="btn justify-self-start"
        data-strong="true"
        onClick={() => setForm('new')}
      >
        {t('instances.add')}
      </button>
      <Results
        list={list}
        empty={rows.length === 0}
        none={t('instances.none')}
        noneText={t('instances.none_text')}
        rows={3}
      >
        <ul className="console-list card">
          {rows.map((instance) => (
            <li key={instance.id}>
              <Row
                instance={instance}
                onEdit={() => setForm(instance)}
                onConfirm={() => setConfirming(instance)}
                onSwitch={() => setChanging(instance)}
              />
            </li>
          ))}
        </ul>
      </Results>
      {rows.some(({ memberPrices }) => memberPrices.length > 0) && (
        <ExportLink list="members" label={t('instances.members_export')} />
      )}
      {form !== null && (
        <InstanceForm
          key={form === 'new' ? 'new' : form.id}
          known={form === 'new' ? null : form}
          onClose={() => setForm(null)}
          onDone={setNote}
        />
      )}
      {confirming !== null && (
        <Confirm
          key={confirming.id}
          instance={confirming}
          onClose={() => setConfirming(null)}
          onDone={setNote}
        />
      )}
      {changing !== null && (
        <SetActive key={changing.id} instance={changing} onClose={() => setChanging(null)} onDone={setNote} />
      )}
    </>
  )
}

function Row({
  instance,
  onEdit,
  onConfirm,
  onSwitch,
}: {
  instance: InstanceView
  onEdit: () => void
  onConfirm: () => void
  onSwitch: () => void
}) {
  const { t, locale } = useWords()
  const { id, name, baseUrl, active, authorisedBy, authorisedOn } = instance
  const test = useMutation({ mutationFn: () => api.instances.test({ id }) })
  return (
    <div className="console-row grid gap-2">
      <Name instance={instance} />
      <span className="text-sm text-muted [overflow-wrap:anywhere]">
        {baseUrl}
        <br />
        {t('instances.authorised', {
          who: authorisedBy,
          day: formatDay(locale, authorisedOn, { dateStyle: 'medium' }),
        })}
      </span>
      <Confirmed instance={instance} />
      <Used instance={instance} />
      <span className="flex flex-wrap gap-2">
        <button
          type="button"
          className="btn"
          disabled={test.isPending || !active}
          onClick={() => test.mutate()}
        >
          {t(test.isPending ? 'instances.testing' : 'instances.test')}
          <span className="sr-only">: {name}</span>
        </button>
        <button type="button" className="btn" onClick={onEdit}>
          {t('instances.edit')}
          <span className="sr-only">: {name}</span>
        </button>
        <ScreenLink screen="admin" search={{ tab: 'platforms', platform: id }} className="btn">
          {t('house.title')}
          <span className="sr-only">: {name}</span>
        </ScreenLink>
        <button type="button" className="btn" disabled={!active} onClick={onConfirm}>
          {t('instances.confirm')}
          <span className="sr-only">: {name}</span>
        </button>
        <button type="button" className="btn" onClick={onSwitch}>
          {t(active ? 'instances.disable' : 'instances.enable')}
          <span className="sr-only">: {name}</span>
        </button>
      </span>
      {test.data && <Tested tested={test.data} kind={instance.kind} />}
      <Outcome done={null} error={test.error} />
    </div>
  )
}

/** Its name and software, and whether it is a draft, a stand-in or disabled. */
function Name({ instance: { name, kind, isDraft, isStandIn, active } }: { instance: InstanceView }) {
  const { t } = useWords()
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <b>{name}</b>
      <span className="text-muted">{describeKind(kind).label}</span>
      {isDraft && <span className="console-mark">{t('platform.draft')}</span>}
      {isStandIn && <span className="console-mark">{t('platform.stand_in')}</span>}
      {!active && <span className="console-mark">{t('instances.disabled')}</span>}
    </span>
  )
}

/** Whether it says itself that it authorised the service, and since when. */
function Confirmed({ instance: { confirmation } }: { instance: InstanceView }) {
  const { t, date } = useWords()
  const { state, by, at } = confirmation
  if (state === 'none' || at === null || by === null)
    return <span className="text-muted">{t('instances.confirm_none')}</span>
  const time = date(at)
  return state === 'confirmed' ? (
    <span className="text-green">{t(`instances.confirmed_${by}`, { time })}</span>
  ) : (
    <span className="font-semibold text-red">{t('instances.withdrawn', { time })}</span>
  )
}

/** Its requests, of those that are allowed, and its drivers. */
function Used({ instance: { used, connected, maxRequestsPerMinute } }: { instance: InstanceView }) {
  const { t, number } = useWords()
  const { lastMinute, lastHour, waited, refused, searching } = used
  return (
    <span className="tnum">
      {t('instances.used_minute', { used: number(lastMinute), most: number(maxRequestsPerMinute) })}
      <br />
      {t('instances.used_hour', { used: number(lastHour), waited: number(waited), refused: number(refused) })}
      <br />
      {t('instances.drivers', { connected: number(connected), searching: number(searching) })}
    </span>
  )
}
