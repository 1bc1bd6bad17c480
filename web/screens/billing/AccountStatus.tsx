import { useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { announce } from '../../announce.ts'
import { api } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import { queryClient } from '../../queries.ts'
import { ConfirmSheet } from '../../ui/ConfirmSheet.tsx'
import { RefusalNotice } from '../../ui/RefusalNotice.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { Costs } from '../invoices/RunningWeek.tsx'
import { invoicesScreen } from '../invoices/names.ts'
import type { Shown } from '../invoices/names.ts'
import { accountQuery } from './queries.ts'
import type { Account } from './queries.ts'

/**
 * What the driver has: a plan as a guide sign, one that has ended as a warning sign, or weekly invoices.
 */
export function AccountStatus({ account, ...props }: Shown & { account: Account }) {
  const { active, ended, ahead } = account
  if (active !== null) return <Paid active={active} ahead={ahead} timeZone={props.timeZone} />
  return ended === null ? (
    <Weekly account={account} noun={props.noun} />
  ) : (
    <Ended account={account} ended={ended} noun={props.noun} />
  )
}

function Paid({
  active,
  ahead,
  timeZone,
}: {
  active: NonNullable<Account['active']>
  ahead: Account['ahead']
  timeZone: string | undefined
}) {
  const { t, date } = useWords()
  return (
    <section aria-labelledby="activation-now" className="bill p-5 lg:p-6">
      <h2 id="activation-now" className="font-semibold">
        {t('activation.now')}
      </h2>
      <p className="text-[2rem] font-extrabold leading-tight tracking-[-0.02em]">
        {t(`plan.${active.plan}`)}
      </p>
      <p className="tnum mt-1 text-lg font-bold leading-snug">
        {t('activation.until', { until: date(active.until, timeZone) })}
      </p>
      {ahead.map(({ plan, from, until }) => (
        <p key={from} className="tnum font-semibold leading-snug">
          {t('activation.ahead', { plan: t(`plan.${plan}`), until: date(until, timeZone) })}
        </p>
      ))}
    </section>
  )
}

function Ended({
  account,
  ended,
  noun,
}: Pick<Shown, 'noun'> & { account: Account; ended: NonNullable<Account['ended']> }) {
  const { t } = useWords()
  const [leaving, setLeaving] = useState(false)
  return (
    <section aria-labelledby="activation-ended" className="bill p-5 lg:p-6" data-open="true">
      <h2 id="activation-ended" className="text-2xl font-extrabold leading-tight tracking-[-0.02em]">
        {t('activation.ended')}
      </h2>
      <p className="mt-1 max-w-[52ch] leading-snug">
        {t('activation.ended_text', { plan: t(`plan.${ended}`) })}
      </p>
      <button type="button" className="btn mt-3" onClick={() => setLeaving(true)}>
        {t('activation.leave')}
      </button>
      <LeaveSheet account={account} noun={noun} open={leaving} onOpenChange={setLeaving} />
    </section>
  )
}

function Weekly({ account, noun }: Pick<Shown, 'noun'> & { account: Account }) {
  const { t } = useWords()
  return (
    <section aria-labelledby="activation-weekly" className="card p-5 lg:p-6">
      <h2 id="activation-weekly" className="font-semibold">
        {t('activation.now')}
      </h2>
      <p className="text-[2rem] font-extrabold leading-tight tracking-[-0.02em]">
        {t(account.canSubscribe ? 'plan.basic' : 'activation.by_week')}
      </p>
      <p className="mt-1 font-semibold leading-snug">
        {t(account.canSubscribe ? 'activation.weekly' : 'error.billing.no_plans')}
      </p>
      <Costs account={account} noun={noun} />
      <ScreenLink screen={invoicesScreen(noun)} className="btn mt-3">
        {t('activation.weekly_look')}
      </ScreenLink>
    </section>
  )
}

/**
 * Asks before an ended subscription is left for basic: what it costs from then on, and what becomes of the
 * filter.
 */
function LeaveSheet({
  account,
  noun,
  open,
  onOpenChange,
}: Pick<Shown, 'noun'> & { account: Account; open: boolean; onOpenChange: (open: boolean) => void }) {
  const { t } = useWords()
  const leave = useMutation({
    mutationFn: () => api.billing.leave({}),
    onSuccess: (after) => {
      onOpenChange(false)
      announce(t('activation.left'))
      queryClient.setQueryData(accountQuery.queryKey, after)
      // The menu, the bot and the filter are those of another plan now.
      void queryClient.invalidateQueries()
    },
  })
  return (
    <ConfirmSheet
      open={open}
      onOpenChange={(next) => {
        leave.reset()
        onOpenChange(next)
      }}
      title={t('activation.leave_title')}
      go={t('activation.leave')}
      keep={t('form.cancel')}
      busy={leave.isPending}
      danger
      onGo={() => leave.mutate()}
    >
      <div className="grid gap-3 leading-snug">
        <div>
          <p>{t('activation.leave_text')}</p>
          <Costs account={account} noun={noun} />
        </div>
        <p>{t('activation.leave_filter')}</p>
        <RefusalNotice error={leave.error} />
      </div>
    </ConfirmSheet>
  )
}
