import { isPaidIn, isUnstated } from '@madruga/core/offers.ts'
import { useWords } from '../../i18n.ts'
import { hasFee } from '../../pay-left.ts'
import { PayLeft } from '../../ui/PayLeft.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import type { WeekRecap } from './queries.ts'

/** What is left after miles and our fee, and the IRS deduction, which is for pay in US dollars. */
export function NetPay({ deduction, total, costs }: Pick<WeekRecap, 'deduction' | 'total' | 'costs'>) {
  const words = useWords()
  const { t } = words
  if (total.minutes === 0 || isUnstated(total)) return null
  const rate = deduction.tenthCentsPerMile.map((tenths) => `${words.number(tenths / 10)} ¢`).join(' / ')
  const uncounted = total.blocks - deduction.blocks
  return (
    <section aria-labelledby="recap-net" className="card recap-part grid gap-2 p-4 lg:p-5">
      <h2 id="recap-net" className="text-xl font-extrabold">
        {t(hasFee(total, costs) ? 'recap.net' : 'recap.net_free')}
      </h2>
      <PayLeft pay={total} minutes={total.paidMinutes} costs={costs} />
      {deduction.blocks > 0 && isPaidIn(total, null) && (
        <p className="tnum flex justify-between gap-4">
          <span className="text-muted [overflow-wrap:anywhere]">
            {t('recap.net_tax', { rate, miles: words.number(deduction.miles) })}
          </span>
          <span className="font-bold">{words.money(deduction.cents)}</span>
        </p>
      )}
      {deduction.blocks > 0 && <p className="text-sm text-muted">{t('recap.net_hint')}</p>}
      {uncounted > 0 && (
        <p className="recap-act text-sm font-semibold">
          {t('recap.net_uncounted', { count: uncounted })}{' '}
          <ScreenLink screen="location" className="underline">
            {t('recap.location')}
          </ScreenLink>
        </p>
      )}
    </section>
  )
}
