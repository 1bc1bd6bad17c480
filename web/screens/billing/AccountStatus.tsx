import { useState } from 'react'
import { useWords } from '../../i18n.ts'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { Costs } from '../invoices/RunningWeek.tsx'
import { invoicesScreen } from '../invoices/names.ts'
import type { Shown } from '../invoices/names.ts'
import { LeaveSheet } from './LeaveSheet.tsx'
import type { Account } from './queries.ts'

/**
 * What the driver has: a plan as a guide sign, one that has ended as a warning sign, or weekly invoices.
 */
export function AccountStatus({ account, ...shown }: Shown & { account: Account }) {
  const { active, ended, ahead } = account
  if (active !== null) return <Paid active={active} ahead={ahead} timeZone={shown.timeZone} />
  return ended === null ? (
    <Weekly account={account} noun={shown.noun} />
  ) : (
    <Ended account={account} ended={ended} noun={shown.noun} />
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
      <p className="bill-quiet mt-2 max-w-[52ch] leading-snug">{t('activation.then')}</p>
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
