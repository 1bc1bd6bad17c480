import { useQuery } from '@tanstack/react-query'
import { IconCircleCheckFilled } from '../../icons/circle-check-filled.ts'
import { IconCircleDashed } from '../../icons/circle-dashed.ts'
import { IconCircleXFilled } from '../../icons/circle-x-filled.ts'
import { useWords } from '../../i18n.ts'
import { statusQuery } from '../../queries.ts'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

type State = 'available' | 'unavailable' | 'not_connected'

const ICONS = {
  available: [IconCircleCheckFilled, 'text-green'],
  unavailable: [IconCircleXFilled, 'text-red'],
  not_connected: [IconCircleDashed, 'text-muted'],
} as const

/**
 * Whether the bot servers and the delivery app respond, where something is wrong, or only where all is well;
 * unknown is not shown as available.
 */
export function ServerStatus({ only }: { only: 'faults' | 'well' }) {
  const { t } = useWords()
  const status = useQuery(statusQuery)
  const answer = status.isError
    ? ({ server: 'unavailable', platform: undefined } as const)
    : (status.data ?? { server: undefined, platform: undefined })
  const { server, platform } = answer
  const isWell = server !== 'unavailable' && (platform === undefined || platform === 'available')
  if (isWell !== (only === 'well')) return null
  return (
    <div className="border-t border-line pt-3">
      <h2 className="sr-only">{t('status.title')}</h2>
      <dl className="grid gap-1.5">
        <Row label={t('status.bot')} state={server} />
        <Row label={t('status.platform')} state={platform} />
      </dl>
      {platform === 'not_connected' && (
        <ScreenLink screen="sync" className="btn mt-2">
          {t('status.connect')}
        </ScreenLink>
      )}
    </div>
  )
}

function Row({ label, state }: { label: string; state: State | undefined }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3">
      <dt className="text-muted">{label}</dt>
      <dd className="flex items-center gap-1.5 font-semibold">
        {state === undefined ? <Skeleton className="h-[1.4rem] w-20" /> : <Known state={state} />}
      </dd>
    </div>
  )
}

function Known({ state }: { state: State }) {
  const { t } = useWords()
  const [Icon, color] = ICONS[state]
  return (
    <>
      <Icon size={18} aria-hidden className={color} />
      {t(`status.${state}`)}
    </>
  )
}
