import { useQuery } from '@tanstack/react-query'
import { IconCircleCheckFilled } from '../../icons/circle-check-filled.ts'
import { IconCircleXFilled } from '../../icons/circle-x-filled.ts'
import { useWords } from '../../i18n.ts'
import { statusQuery } from '../../queries.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'

/** Whether the bot servers and the delivery app respond; unknown is not shown as available. */
export function ServerStatus() {
  const { t } = useWords()
  const status = useQuery(statusQuery)
  const answer = status.isError
    ? ({ server: 'unavailable', platform: undefined } as const)
    : (status.data ?? { server: undefined, platform: undefined })
  return (
    <div className="border-t border-line pt-3">
      <h2 className="sr-only">{t('status.title')}</h2>
      <dl className="grid gap-1.5">
        <Row label={t('status.bot')} state={answer.server} />
        <Row label={t('status.platform')} state={answer.platform} />
      </dl>
    </div>
  )
}

function Row({ label, state }: { label: string; state: 'available' | 'unavailable' | undefined }) {
  const { t } = useWords()
  const good = state === 'available'
  const Icon = good ? IconCircleCheckFilled : IconCircleXFilled
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3">
      <dt className="text-muted">{label}</dt>
      <dd className="flex items-center gap-1.5 font-semibold">
        {state === undefined ? (
          <Skeleton className="h-[1.4rem] w-20" />
        ) : (
          <>
            <Icon size={18} aria-hidden className={good ? 'text-green' : 'text-red'} />
            {t(`status.${state}`)}
          </>
        )}
      </dd>
    </div>
  )
}
