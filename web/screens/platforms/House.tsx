import { dayNames, formatDay } from '@madruga/core/days.ts'
import { serverNow } from '../../clock.ts'
import { useWords } from '../../i18n.ts'
import { listHouseRules, sayPrices } from './instance-words.ts'
import type { InstanceChoice, PlatformAccount } from './queries.ts'

type HouseProps = {
  instance: InstanceChoice
  /** Of a member; none before they connect. */
  months?: PlatformAccount['months']
  timeZone?: string | undefined
}

/** What a platform asks of its members: a price, and the rules that their bots keep. */
export function House(props: HouseProps) {
  return (
    <>
      <MemberPrice {...props} />
      <HouseRules instance={props.instance} />
    </>
  )
}

/** What the bots of a platform's members keep; nothing where its house has no rules. */
export function HouseRules({ instance }: { instance: InstanceChoice }) {
  const words = useWords()
  const rules = listHouseRules(words, instance)
  if (rules.length === 0) return null
  return (
    <section className="grid gap-1 rounded-2xl bg-surface p-4 leading-snug text-text">
      <h3 className="font-bold">{words.t('sync.house')}</h3>
      <p className="text-sm">{words.t('sync.house_text')}</p>
      <ul className="list-disc pl-5 text-sm">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </section>
  )
}

/** What a platform asks of an active member, and what this one owes by month; nothing where it is free. */
function MemberPrice({ instance, months = [], timeZone }: HouseProps) {
  const words = useWords()
  const { t, money, locale } = words
  const prices = sayPrices(words, instance, dayNames(timeZone)(serverNow()).slice(0, 7))
  const shownMonths = months.filter(({ cents }) => cents > 0 || prices.length > 0)
  if (prices.length + shownMonths.length === 0) return null
  return (
    <section className="grid gap-1 rounded-2xl bg-surface p-4 leading-snug text-text">
      <h3 className="font-bold">{t('sync.price')}</h3>
      {prices.map((price) => (
        <p key={price}>{price}</p>
      ))}
      <p className="text-sm">{t('sync.price_text', { name: instance.name })}</p>
      {shownMonths.length > 0 && (
        <ul className="mt-1 grid gap-1 text-sm">
          {shownMonths.map(({ month, cents, currency }) => (
            <li key={month} className="flex justify-between gap-4">
              <span>{formatDay(locale, `${month}-01`, { month: 'long', year: 'numeric' })}</span>
              <span className="font-semibold tabular-nums">
                {cents === 0 ? t('sync.month_free') : money(cents, currency)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
