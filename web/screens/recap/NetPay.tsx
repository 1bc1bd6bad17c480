import { isPaidIn, isUnstated } from '@madruga/core/offers.ts'
import { useWords } from '../../i18n.ts'
import { PayLeft } from '../../ui/PayLeft.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { perHourCents } from './figures.ts'
import type { WeekRecap } from './queries.ts'

/** Net pay after miles, and the IRS deduction, which is for pay in US dollars. */
export function NetPay({ net, total, costs }: Pick<WeekRecap, 'net' | 'total' | 'costs'>) {
  const words = useWords()
  const { t } = words
  if (total.minutes === 0 || isUnstated(total)) return null
  const show = (cents: number) => `${total.payBasis ? '~' : ''}${words.money(cents, total.currency)}`
  const rate = net.taxTenthCentsPerMile.map((tenths) => `${words.number(tenths / 10)} ¢`).join(' / ')
  const lines = [
    { label: t('recap.net_miles'), value: words.number(net.miles) },
    ...(isPaidIn(total, null)
      ? [{ label: t('recap.net_tax', { rate }), value: words.money(net.taxCents) }]
      : []),
  ]
  return (
    <section aria-labelledby="recap-net" className="card recap-part p-4 lg:p-5">
      <h2 id="recap-net" className="text-xl font-extrabold">
        {t('recap.net')}
      </h2>
      <p className="mt-1">
        {net.netCents === null
          ? t('recap.net_unknown')
          : t('recap.net_say', {
              net: show(net.netCents),
              pay: show(total.payCents),
              perHour: show(perHourCents({ payCents: net.netCents, minutes: total.paidMinutes })),
            })}
      </p>
      <dl className="mt-2">
        {lines.map(({ label, value }) => (
          <div key={label} className="flex justify-between gap-4 border-t border-line py-2 first:border-t-0">
            <dt className="text-muted">{label}</dt>
            <dd className="tnum font-bold">{value}</dd>
          </div>
        ))}
      </dl>
      <PayLeft pay={total} minutes={total.paidMinutes} costs={costs} />
      <p className="mt-2 text-sm text-muted">{t('recap.net_hint')}</p>
      {net.blocksWithMiles === 0 && (
        <p className="recap-act mt-2 text-sm font-semibold">
          {t('recap.net_no_home')}{' '}
          <ScreenLink screen="location" className="underline">
            {t('recap.location')}
          </ScreenLink>
        </p>
      )}
    </section>
  )
}
