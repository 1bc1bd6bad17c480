import { IconDownload, IconPrinter } from '../../icons/drawings.ts'
import { downloadAddress } from '../../downloads.ts'
import { useWords } from '../../i18n.ts'
import { payParts } from '../../pay.ts'
import { sayOthers } from '../../pay-others.ts'
import { zoneName } from '@madruga/core/formats.ts'
import { isUnstated } from '@madruga/core/offers.ts'
import { hourOf, weekWords } from './figures.ts'
import type { WeekRecap } from './queries.ts'

/** The main figure, on a guide sign, and its parts. */
export function Earned({ week, current }: { week: WeekRecap; current: boolean }) {
  const words = useWords()
  const { t } = words
  const { total } = week
  const about = total.payBasis ? '~' : ''
  const perHour = about + words.money(hourOf(total), total.currency)
  const pay = payParts(words, total, true)
  const rest = week.left === null ? t('keep.unknown') : about + words.money(week.left.cents, total.currency)
  const figures = [
    { name: t('recap.blocks'), value: words.number(total.blocks) },
    { name: t('recap.length'), value: words.hours(total.minutes * 60_000) },
    // Of pay that no one states, none is known by the hour; of a few minutes none says anything.
    ...(hourOf(total) === 0 ? [] : [{ name: t('recap.an_hour'), value: perHour }]),
    ...(isUnstated(total) ? [] : [{ name: t('keep.title'), value: rest }]),
  ]
  return (
    <section aria-labelledby="recap-earned" className="recap-part recap-sign p-5 lg:p-7">
      <h2 id="recap-earned" className="font-semibold lg:text-lg">
        {t(current ? 'recap.earned_so_far' : 'recap.earned')}
        <span className="recap-printed">, {weekWords(words, week)}</span>
      </h2>
      <p className="recap-amount tnum">{pay.amount}</p>
      <p className="pay-tip !text-lg empty:hidden">{pay.note}</p>
      <p className="recap-quiet tnum empty:hidden">{sayOthers(words, total)}</p>
      {total.blocks === 0 ? (
        <p className="mt-1 font-semibold">{t('recap.days_none')}</p>
      ) : (
        <dl className="recap-rule mt-4 grid grid-cols-2 gap-x-4 gap-y-2 pt-3 min-[40rem]:grid-cols-4">
          {figures.map(({ name, value }) => (
            <div key={name}>
              <dt className="recap-quiet text-sm">{name}</dt>
              <dd className="tnum text-xl font-extrabold leading-tight lg:text-2xl">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className="mt-4 grid grid-cols-2 items-center gap-2 min-[40rem]:flex">
        <button type="button" className="btn recap-act recap-btn" onClick={() => window.print()}>
          <IconPrinter size={20} aria-hidden />
          {t('recap.print')}
        </button>
        <a
          className="btn recap-act recap-btn"
          href={downloadAddress('recap.csv', { day: week.from })}
          download
        >
          <IconDownload size={20} aria-hidden />
          {t('recap.save')}
        </a>
        <p className="recap-quiet col-span-2 text-sm min-[40rem]:ml-auto">
          {t('zone.same', { zone: zoneName(words.locale, week.timeZone) })}
        </p>
      </div>
    </section>
  )
}
