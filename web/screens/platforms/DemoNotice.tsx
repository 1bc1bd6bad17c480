import { useQuery } from '@tanstack/react-query'
import { api } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import { serviceQuery } from '../../queries.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Refused } from './Refused.tsx'

/**
 * In the demo: an account for this driver alone at its market, or at the stand-in that they chose, filled in
 * with one tap.
 */
export function DemoNotice({
  instanceId,
  onFill,
}: {
  instanceId?: string
  onFill: (account: { email: string; password: string }) => void
}) {
  const { t } = useWords()
  const service = useQuery(serviceQuery)
  const isDemo = service.data?.demo === true
  // Asked for ahead: a driver who taps "fill in" taps "connect" next.
  const account = useQuery({
    queryKey: ['demo-account', instanceId],
    queryFn: () => api.platforms.demoAccount({ instanceId }),
    enabled: isDemo,
    staleTime: Infinity,
  })
  if (!isDemo) return null
  return (
    <>
      <Notice
        kind="plain"
        actions={
          <button
            type="button"
            className="btn"
            aria-disabled={account.data === undefined}
            onClick={() => account.data && onFill(account.data)}
          >
            {t('sync.demo_fill')}
          </button>
        }
      >
        {t('sync.demo_title')}
        <span className="mt-1 block font-normal">
          {t(instanceId === undefined ? 'sync.demo_text' : 'sync.demo_platform_text')}
        </span>
      </Notice>
      <Refused error={account.error} />
    </>
  )
}
