import { queryOptions, useQuery } from '@tanstack/react-query'
import { IconCircleCheck } from '../../icons/circle-check.ts'
import { useEffect, useState } from 'react'
import { api } from '../../client.ts'
import { recallDriver } from '../../driver.ts'
import { useWords } from '../../i18n.ts'
import { botQuery } from '../../queries.ts'
import { Failed } from '../../ui/Failed.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { homeScreen } from '../shell/menu.ts'
import { CaptchaForm } from './CaptchaForm.tsx'

/** How often an open page checks for a new human check; elsewhere the alert reports it. */
const LOOK_MS = 15_000

const verificationQuery = queryOptions({
  queryKey: ['verification'],
  queryFn: ({ signal }) => api.platforms.verification(undefined, { signal }),
  refetchInterval: LOOK_MS,
  staleTime: 0,
})

/** The platform's human check, relayed to the person at this screen, and their answer back. */
export function Captcha() {
  const { t } = useWords()
  const check = useQuery(verificationQuery)
  const { data: bot } = useQuery(botQuery)
  const waits = bot?.reason === 'human_verification'
  const { refetch } = check
  useEffect(() => {
    // The live stream knows first.
    if (waits) void refetch()
  }, [waits, refetch])
  const [solved, setSolved] = useState<{ botWaited: boolean } | null>(null)
  const { data } = check
  if (!data) {
    if (check.isError) return <Failed error={check.error} onRetry={() => void check.refetch()} />
    return (
      <div className="reading grid gap-4 px-3 pt-1 min-[22.5rem]:px-4 lg:px-6" aria-busy="true">
        <span className="sr-only">{t('shell.loading')}</span>
        <Skeleton className="h-48" />
        <Skeleton className="h-14" />
      </div>
    )
  }
  return (
    <div className="reading grid content-start gap-4 px-3 pb-6 pt-1 min-[22.5rem]:px-4 lg:px-6">
      {data.challenge ? (
        <CaptchaForm
          key={data.challenge.id}
          challenge={data.challenge}
          botWaits={data.botWaits}
          onRefused={() => void check.refetch()}
          onSolved={() => {
            setSolved({ botWaited: data.botWaits })
            void check.refetch()
          }}
        />
      ) : (
        <Done solved={solved} />
      )}
    </div>
  )
}

/** No check is pending: it was just solved, or there was none. */
function Done({ solved }: { solved: { botWaited: boolean } | null }) {
  const { t } = useWords()
  return (
    <>
      <output
        className={`flex items-start gap-3 rounded-[1.25rem] px-5 py-4 ${solved ? 'bg-sign text-on-sign' : 'bg-surface'}`}
      >
        <IconCircleCheck size={30} aria-hidden className={`mt-0.5 shrink-0 ${solved ? '' : 'text-green'}`} />
        <div className="min-w-0 flex-1">
          <p className="text-2xl font-extrabold leading-tight tracking-[-0.01em]">
            {t(solved ? 'check.solved' : 'check.nothing')}
          </p>
          <p className={`mt-1 leading-snug ${solved ? '' : 'text-muted'}`}>
            {t(
              solved === null
                ? 'check.nothing_text'
                : solved.botWaited
                  ? 'check.solved_bot'
                  : 'check.solved_text',
            )}
          </p>
        </div>
      </output>
      <ScreenLink screen={homeScreen(recallDriver())} className="act">
        {t('check.to_bot')}
      </ScreenLink>
    </>
  )
}
