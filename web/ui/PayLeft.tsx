import { payLeft } from '@madruga/core/costs.ts'
import type { PayCosts, PayLeft as Left } from '@madruga/core/costs.ts'
import { isUnstated } from '@madruga/core/offers.ts'
import type { Pay } from '@madruga/core/offers.ts'
import type { ReactNode } from 'react'
import { useWords } from '../i18n.ts'
import type { Words } from '../i18n.ts'
import { hasFee, howToCountMiles, leftAfter } from '../pay-left.ts'

/** What is left of a pay after its miles and our fee, in all and an hour; nothing if the pay is not known. */
export function PayLeft({ pay, minutes, costs }: { pay: Pay; minutes: number; costs: PayCosts }) {
  const words = useWords()
  const { t, money } = words
  if (isUnstated(pay)) return null
  const net = payLeft(pay, minutes, costs)
  return (
    <section aria-label={t('keep.title')} className="rounded-2xl bg-surface-2 px-4 py-3">
      <dl className="tnum grid gap-0.5">
        <Line name={t('keep.miles')}>{sayMiles(words, pay, costs)}</Line>
        {hasFee(pay, costs) && (
          <Line name={t('keep.fee')}>
            {costs.feeCents === 0 ? t('keep.fee_none') : money(-costs.feeCents)}
          </Line>
        )}
        <div className="mt-1 flex items-baseline justify-between gap-4 border-t border-line pt-1.5 font-extrabold">
          <dt>{t('keep.title')}</dt>
          <dd>{net === null ? t('keep.unknown') : sayLeft(words, pay, net)}</dd>
        </div>
      </dl>
      <p className="text-sm leading-snug text-muted">{sayBasis(words, pay, net, costs)}</p>
    </section>
  )
}

function sayMiles(words: Words, { currency }: Pay, { miles, milesCents, rateUnknown }: PayCosts): string {
  const { t, money, number } = words
  if (milesCents !== null)
    return t('keep.miles_cost', { miles: number(miles ?? 0), cost: money(-milesCents, currency) })
  return t(rateUnknown ? 'keep.miles_unpriced' : 'keep.miles_unknown')
}

function sayLeft({ t, money }: Words, pay: Pay, { cents, perHourCents }: Left): string {
  const show = (sum: number) => `${pay.payBasis ? '~' : ''}${money(sum, pay.currency)}`
  return perHourCents === null
    ? show(cents)
    : `${show(cents)}, ${t('keep.hour', { pay: show(perHourCents) })}`
}

/** After what it is left, and what the driver can do so that the miles are counted. */
function sayBasis({ t }: Words, pay: Pay, net: Left | null, costs: PayCosts): string {
  const missing = howToCountMiles(costs)
  const after = net && leftAfter(pay, costs)
  const sentences = after ? [t(`keep.after_${after}`)] : []
  return [...sentences, ...(missing === null ? [] : [t(missing)])].join(' ')
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 text-sm">
      <dt className="text-muted [overflow-wrap:anywhere]">{name}</dt>
      <dd className="text-right font-bold">{children}</dd>
    </div>
  )
}
