import { formatMinute } from '@madruga/core/days.ts'
import { recallDriver } from '../../driver.ts'
import { useWords } from '../../i18n.ts'
import type { Words } from '../../i18n.ts'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { filterScreen } from '../shell/menu.ts'
import { saySince, sayWould } from './figures.ts'
import type { WeekRecap } from './queries.ts'

type Change = WeekRecap['vain'][number]

/** "At $24.50 an hour you would have had 7 more, $512": the best change as a sign, the others below it. */
export function WouldHave({ week }: { week: WeekRecap }) {
  const { counterfactuals, vain, total, knownFrom, changeCurrency: currency } = week
  const words = useWords()
  const { t } = words
  const driver = recallDriver()
  const since = saySince(words, week)
  return (
    <section aria-labelledby="recap-would" className="card recap-part p-4 lg:p-5">
      <h2 id="recap-would" className="text-xl font-extrabold">
        {t('recap.would')}
      </h2>
      <p className="mt-1 text-muted">{sayWould(words, week)}</p>
      {since !== null && <p className="mt-1 text-sm text-muted">{since}</p>}
      {week.changeOthers && (
        <p className="mt-1 text-sm text-muted">{t('recap.would_others', { currency: currency ?? 'USD' })}</p>
      )}
      {counterfactuals.length === 0 && total.ignored > 0 && knownFrom !== null && (
        <ul className="mt-2 grid text-sm">
          {vain.map((change) => (
            <li key={change.rule} className="border-t border-line py-2 font-semibold first:border-t-0">
              {changeWords(words, change, currency)}
            </li>
          ))}
        </ul>
      )}
      {counterfactuals.length > 0 && (
        <>
          <ul className="mt-3 grid">
            {counterfactuals.map((change, index) => (
              <li
                key={`${change.rule} ${change.to}`}
                className={
                  index === 0
                    ? 'mb-1 rounded-2xl bg-surface-2 px-4 py-3.5'
                    : 'border-t border-line py-3 first:border-t-0 [&:nth-child(2)]:border-t-0'
                }
              >
                <p className={`leading-snug ${index === 0 ? 'text-lg font-extrabold' : 'font-semibold'}`}>
                  {changeWords(words, change, currency)}
                </p>
                <p className="tnum font-extrabold leading-snug text-green">
                  {t('recap.more', { count: change.count, pay: words.money(change.cents, currency) })}
                </p>
              </li>
            ))}
          </ul>
          {driver && (
            <ScreenLink screen={filterScreen(driver)} className="btn recap-act mt-2">
              {t('recap.filter')}
            </ScreenLink>
          )}
        </>
      )}
      <HouseLimits limits={week.houseLimits} />
    </section>
  )
}

/** What the rules of the driver's house kept from them; nothing where there is no house. */
function HouseLimits({ limits }: { limits: WeekRecap['houseLimits'] }) {
  const { t } = useWords()
  if (limits.length === 0) return null
  return (
    <>
      <p className="mt-3 text-muted">{t('recap.house')}</p>
      <ul className="mt-1 grid">
        {limits.map(({ rule, count }) => (
          <li key={rule} className="border-t border-line py-3 leading-snug first:border-t-0">
            <span className="font-semibold">{t(`rule.${rule}`)}</span>{' '}
            <span className="text-muted">{t('recap.house_more', { count })}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

function changeWords(
  words: Words,
  { rule, from, to, hours }: Change,
  currency: WeekRecap['changeCurrency'],
): string {
  const minute = (at: number) => formatMinute(words.locale, at)
  if (hours)
    return words.t('recap.would.schedule_daily', {
      from: minute(hours.startMinute),
      to: minute(hours.endMinute),
    })
  const isPay = rule.startsWith('price')
  const show = (limit: number) => (isPay ? words.money(limit, currency) : words.number(limit))
  return words.t(`recap.would.${rule}`, { from: show(from), to: show(to) })
}
