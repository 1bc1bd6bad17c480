import { useWords } from '../../i18n.ts'
import { isNetKnown } from '../../pay-left.ts'
import { PayLeft } from '../../ui/PayLeft.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { perHourCents } from './figures.ts'
import type { WeekRecap } from './queries.ts'

/** Net pay after miles, and the IRS deduction. */
export function NetPay({ net, total, costs }: Pick<WeekRecap, 'net' | 'total' | 'costs'>) {
  const words = useWords()
  const { t } = words
  if (total.minutes === 0 || !isNetKnown(total)) return null
  const about = total.payBasis ? '~' : ''
  const lines = [
    { label: t('recap.net_miles'), value: words.number(net.miles) },
    {
      label: t('recap.net_tax', {
        rate: net.taxTenthCentsPerMile.map((rate) => `${words.number(rate / 10)} ¢`).join(' / '),
      }),
      value: words.money(net.taxCents),
    },
  ]
  return (
    <section aria-labelledby="recap-net" className="card recap-part p-4 lg:p-5">
      <h2 id="recap-net" className="text-xl font-extrabold">
        {t('recap.net')}
      </h2>
      <p className="mt-1">
        {t('recap.net_say', {
          net: `${about}${words.money(net.netCents)}`,
          pay: `${about}${words.money(total.payCents)}`,
          perHour: about + words.money(perHourCents({ payCents: net.netCents, minutes: total.paidMinutes })),
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
