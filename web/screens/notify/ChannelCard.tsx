import { useMutation, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { Channel } from '@madruga/core/notify.ts'
import { announce } from '../../announce.ts'
import { api, toProblem, Problem } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import { IconBellRinging, IconMail, IconMessage2, IconPhone, IconSend } from '../../icons/drawings.ts'
import { readPushState, subscribePush, unsubscribePush } from '../../push.ts'
import { serviceQuery, queryClient } from '../../queries.ts'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { SwitchKnob } from '../../ui/SwitchRow.tsx'
import { alertsQuery } from './queries.ts'
import type { AlertsState } from './queries.ts'

export const CHANNEL_ICONS = {
  push: IconBellRinging,
  email: IconMail,
  sms: IconMessage2,
  call: IconPhone,
} satisfies Record<Channel, unknown>

/** One channel: whether it is enabled, what it lacks, and a test. */
export function ChannelCard({
  channel,
  on,
  state,
  onSwitch,
}: {
  channel: Channel
  on: boolean
  state: AlertsState
  onSwitch: (on: boolean) => void
}) {
  const { t } = useWords()
  const id = useId()
  const Icon = CHANNEL_ICONS[channel]
  const missing = state.missing.find((one) => one.channel === channel)?.why
  // A test that arrives ends it.
  const mayTry = missing === undefined || missing === 'text_lost' || missing === 'text_refused'
  return (
    <div className="card grid gap-1 px-4 pb-2 pt-3">
      {/* oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the switch inside is its control */}
      <label className="flex min-h-12 cursor-pointer items-center gap-3">
        <Icon size={24} aria-hidden className={`shrink-0 ${on ? 'text-amber-text' : 'text-muted'}`} />
        <span id={id} className="min-w-0 flex-1 font-semibold leading-tight">
          {t(`channel.${channel}`)}
        </span>
        <SwitchKnob checked={on} onChange={onSwitch} labelledBy={id} />
      </label>
      {channel === 'push' && <PushDevice state={state} />}
      {missing && missing !== 'no_device' && (
        <p className="text-sm font-semibold leading-snug text-red">
          {t(`missing.${missing}`)}{' '}
          <ScreenLink screen="profile" className="inline-flex min-h-12 items-center text-text underline">
            {t('alerts.to_profile')}
          </ScreenLink>
        </p>
      )}
      {mayTry && <TryNow channel={channel} />}
    </div>
  )
}

/** Sends a test message, and shows the result. */
function TryNow({ channel }: { channel: Channel }) {
  const { t, say } = useWords()
  const service = useQuery(serviceQuery)
  const test = useMutation({
    mutationFn: () => api.notify.sendTest({ channel }),
    onSuccess: ({ state }) => announce(t(`alerts.try_${state}`)),
    onError: (error) => announce(say(`error.${toProblem(error).code}`)),
  })
  const answer = test.data
  const problem = test.error ? toProblem(test.error) : null
  const good = ['sent', 'waiting'].includes(answer?.state ?? '')
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <button
        type="button"
        className="-ml-2 inline-flex min-h-12 items-center gap-2 rounded-xl px-2 font-bold underline"
        aria-label={t('alerts.try_of', { channel: t(`channel.${channel}`) })}
        aria-disabled={test.isPending}
        onClick={() => !test.isPending && test.mutate()}
      >
        <IconSend size={18} aria-hidden />
        {t(test.isPending ? 'form.sending' : 'alerts.try')}
      </button>
      {answer && (
        <Result good={good} text={t(`alerts.try_${answer.state}`)} detail={good ? null : answer.detail} />
      )}
      {problem && <Result good={false} text={say(`error.${problem.code}`, problem.params)} detail={null} />}
      {good && channel !== 'push' && service.data?.messagesOpen && (
        <ScreenLink screen="messages" className="inline-flex min-h-12 items-center font-bold underline">
          {t('alerts.demo_messages')}
        </ScreenLink>
      )}
    </div>
  )
}

function Result({ good, text, detail }: { good: boolean; text: string; detail: string | null }) {
  return (
    <p className={`text-sm font-semibold leading-snug ${good ? 'text-green' : 'text-red'}`}>
      {text}
      {detail && <span className="block font-normal text-text">{detail}</span>}
    </p>
  )
}

const pushKey = ['push']

/**
 * Whether this device receives push, what prevents it, and the switch; takes effect at once, as the browser
 * prompts.
 */
function PushDevice({ state }: { state: AlertsState }) {
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
  if (push.data === undefined) return <p className="py-3 text-sm text-muted">{t('form.busy')}</p>
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
          {t(change.isPending ? 'form.busy' : here === 'on' ? 'push.turn_off' : 'push.turn_on')}
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
