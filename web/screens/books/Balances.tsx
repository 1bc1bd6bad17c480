import { useWords } from '../../i18n.ts'
import { Table } from '../recap/Table.tsx'
import '../recap/recap.css'
import type { RevenueReport } from './queries.ts'

/** What drivers owe us now by the age of their oldest unpaid invoice, and what we owe them. */
export function Balances({ report }: { report: Pick<RevenueReport, 'owed' | 'owingCents'> }) {
  const { t, money, number } = useWords()
  const { owed, owingCents } = report
  const drivers = owed.reduce((sum, age) => sum + age.drivers, 0)
  const cents = owed.reduce((sum, age) => sum + age.cents, 0)
  return (
    <section className="card console-part" aria-labelledby="owed">
      <h2 id="owed">{t('books.owed')}</h2>
      {cents === 0 ? (
        <p className="text-muted">{t('books.owed_none')}</p>
      ) : (
        <Table
          label={t('books.owed')}
          head={[t('books.age'), t('fleet.drivers'), t('books.amount')]}
          rows={owed.map((age) => [
            age.daysTo === null
              ? t('books.age_from', { days: number(age.daysFrom) })
              : t('books.age_span', { from: number(age.daysFrom), to: number(age.daysTo) }),
            number(age.drivers),
            money(age.cents),
          ])}
          total={[t('books.total'), number(drivers), money(cents)]}
        />
      )}
      <p className="tnum">
        {owingCents === 0 ? t('books.owing_none') : t('books.owing', { amount: money(owingCents) })}
      </p>
    </section>
  )
}
