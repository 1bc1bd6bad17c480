import { useWords } from '../../../i18n.ts'
import { Table } from '../../recap/Table.tsx'
import '../../recap/recap.css'
import type { RevenueReport } from './queries.ts'

/** What drivers owe us now by the age of their oldest unpaid invoice, and what we owe them. */
export function Balances({ report }: { report: Pick<RevenueReport, 'owed' | 'owingCents'> }) {
  const { t, money, number } = useWords()
  const { owed, owingCents } = report
  const drivers = owed.reduce((sum, age) => sum + age.drivers, 0)
  const cents = owed.reduce((sum, age) => sum + age.cents, 0)
  return (
    <section className="card console-part" aria-labelledby="owed">
      <h2 id="owed">{t('accounting.owed')}</h2>
      {cents === 0 ? (
        <p className="text-muted">{t('accounting.owed_none')}</p>
      ) : (
        <Table
          label={t('accounting.owed')}
          head={[t('accounting.age'), t('fleet.drivers'), t('accounting.amount')]}
          rows={owed.map((age) => [
            age.daysTo === null
              ? t('accounting.age_from', { days: number(age.daysFrom) })
              : t('accounting.age_span', { from: number(age.daysFrom), to: number(age.daysTo) }),
            number(age.drivers),
            money(age.cents),
          ])}
          total={[t('accounting.total'), number(drivers), money(cents)]}
        />
      )}
      <p className="tnum">
        {owingCents === 0 ? t('accounting.owing_none') : t('accounting.owing', { amount: money(owingCents) })}
      </p>
    </section>
  )
}
