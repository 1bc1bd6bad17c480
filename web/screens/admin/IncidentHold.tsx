import { useMutation, useQuery } from '@tanstack/react-query'
import { HOUR_MS } from '@madruga/core/time.ts'
import { api } from '../../client.ts'
import { serverNow } from '../../clock.ts'
import { useWords } from '../../i18n.ts'
import type { Words } from '../../i18n.ts'
import { sessionQuery } from '../../queries.ts'
import { Outcome } from './Outcome.tsx'
import { refreshConsole } from './queries.ts'
import type { Incident } from './queries.ts'

const MUTE_HOURS = [1, 4, 24, 168] as const

/** Who knows of an incident, who looks after it and until when it is muted, and what an operator can do. */
export function IncidentHold({ incident, name }: { incident: Incident; name: string }) {
  const words = useWords()
  const { t } = words
  const me = useQuery(sessionQuery).data?.email ?? ''
  const steer = useMutation({
    mutationFn: (wanted: Omit<Parameters<typeof api.admin.steerIncident>[0], 'id'>) =>
      api.admin.steerIncident({ id: incident.id, ...wanted }),
    onSettled: refreshConsole,
  })
  const act = (text: string, wanted: Parameters<typeof steer.mutate>[0]) => (
    <button
      type="button"
      className="btn"
      aria-disabled={steer.isPending}
      onClick={() => steer.isPending || steer.mutate(wanted)}
    >
      {text}
      <span className="sr-only">: {name}</span>
    </button>
  )
  const isAcknowledged = incident.acknowledgedAt !== null
  const isMuted = incident.mutedUntil !== null
  const isMine = incident.owner === me
  const holds = holdsOf(words, incident)
  return (
    <>
      {holds.length > 0 && (
        <ul className="overview-holds">
          {holds.map((hold) => (
            <li key={hold}>{hold}</li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        {act(t(isAcknowledged ? 'overview.unacknowledge' : 'overview.acknowledge'), {
          acknowledged: !isAcknowledged,
        })}
        {act(t(isMine ? 'overview.disown' : 'overview.own'), { owned: !isMine })}
        {isMuted && act(t('overview.unmute'), { mutedUntil: null })}
      </div>
      <details>
        <summary className="flex min-h-12 cursor-pointer items-center text-sm font-bold underline">
          {t('overview.mute')}
          <span className="sr-only">: {name}</span>
        </summary>
        <p className="mb-2 text-sm text-muted">{t('overview.mute_text')}</p>
        <div className="flex flex-wrap gap-2 pb-2">
          {MUTE_HOURS.map((hours) => (
            <span key={hours} className="contents">
              {act(t(`overview.mute_${hours}`), { mutedUntil: serverNow() + hours * HOUR_MS })}
            </span>
          ))}
        </div>
      </details>
      <Outcome done={null} error={steer.error} />
    </>
  )
}

/** What operators do about an incident, each in a sentence: nothing, or that it is known, muted or owned. */
function holdsOf(
  { t, date }: Pick<Words, 't' | 'date'>,
  { acknowledgedAt, acknowledgedBy, mutedUntil, mutedBy, owner }: Incident,
): string[] {
  const named = (who: string | null) => who ?? t('overview.someone')
  const holds: string[] = []
  if (owner !== null) holds.push(t('overview.owner', { who: owner }))
  if (acknowledgedAt !== null)
    holds.push(t('overview.acknowledged', { who: named(acknowledgedBy), when: date(acknowledgedAt) }))
  if (mutedUntil !== null) holds.push(t('overview.muted', { who: named(mutedBy), until: date(mutedUntil) }))
  return holds
}
