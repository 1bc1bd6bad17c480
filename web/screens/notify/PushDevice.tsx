import { useMutation, useQuery } from '@tanstack/react-query'
import { announce } from '../../announce.ts'
import { Problem } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import { queryClient } from '../../queries.ts'
import { readPushState, subscribePush, unsubscribePush } from '../../push.ts'
import type { AlertsState } from './queries.ts'
import { alertsQuery } from './queries.ts'

const pushKey = ['push']

/**
 * Whether this device receives push, what prevents it, and the switch; takes effect at once, as the browser
 * prompts.
 */
export function PushDevice({ state }: { state: AlertsState }) {
  const { t, say } = useWords()
  const push = useQuery({
    queryKey: pushKey,
    queryFn: () => readPushState(state),
    staleTime: 0,
    retry: false,
  })
  const change = useMutation({
    mutationFn: (on: boolean) => (on ? subscribePush(state) : unsubscribePush(state)),
    onSuccess: (next) => {
      queryClient.setQueryData(pushKey, next)
      announce(t(`push.${next}`))
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: alertsQuery.queryKey }),
  })
  if (push.data === undefined) return <p className="py-3 text-sm text-muted">{t('push.busy')}</p>
  const here = push.data
  const possible = here === 'on' || here === 'off'
  const others = state.pushDevices.length - (here === 'on' ? 1 : 0)
  return (
    <div className="grid gap-1 text-sm leading-snug">
      <p className={here === 'on' ? 'font-semibold text-green' : 'text-text'}>{t(`push.${here}`)}</p>
      {others > 0 && <p className="text-muted">{t('push.others', { count: others })}</p>}
      {possible && (
        <button
          type="button"
          className="btn justify-self-start text-base"
          data-strong={here === 'off'}
          aria-disabled={change.isPending}
          onClick={() => !change.isPending && change.mutate(here === 'off')}
        >
          {t(change.isPending ? 'push.busy' : here === 'on' ? 'push.turn_off' : 'push.turn_on')}
        </button>
      )}
      {change.isError && (
        <p role="alert" className="font-semibold text-red">
          {change.error instanceof Problem
            ? say(`error.${change.error.code}`, change.error.params)
            : t('push.failed')}
        </p>
      )}
    </div>
  )
}
