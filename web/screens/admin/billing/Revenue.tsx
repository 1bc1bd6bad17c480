import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isDay } from '@madruga/core/days.ts'
import { useWords } from '../../../i18n.ts'
import type { Key, Words } from '../../../i18n.ts'
import { FailedOr } from '../../../ui/Failed.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { Table } from '../../recap/Table.tsx'
import { LoadingCard } from '../Results.tsx'
import { DemoShare } from './DemoShare.tsx'
import { WeekChart } from './WeekChart.tsx'
import { usePlace } from './address.ts'
import { revenueQuery } from './queries.ts'
import type { RevenueReport } from './queries.ts'
import { readDays, groupAccounts } from './revenue.ts'
import { sayDays } from './say.ts'
import '../../recap/recap.css'

/** Receipts and costs over some days, and current debts. */
export function Revenue() {
  const words = useWords()
  const { t, money } = words
  const { place, show } = usePlace()
  const days = readDays(place)
  const revenue = useQuery(revenueQuery(days))
  const report = revenue.data
  const { from, to } = { ...report, ...days }
  return (
    <>
      {from !== undefined && to !== undefined && <Days from={from} to={to} onChoose={show} />}
      {report === undefined ? (
        <FailedOr query={revenue}>
          <LoadingCard rows={8} />
        </FailedOr>
      ) : (
        <div className="accounting-columns" aria-busy={revenue.isPlaceholderData}>
          <div className="grid content-start gap-4">
            <section className="card console-part" aria-labelledby="net">
              <h2 id="net">{t('accounting.net')}</h2>
              <p className="accounting-net tnum">{money(report.netCents)}</p>
              <p className="text-muted">{sayDays(words, report.from, report.to)}</p>
              <DemoShare demo={report.demo} />
            </section>
            <WeekChart title={t('accounting.weeks')} weeks={report.byWeek} />
            <Balances report={report} />
          </div>
          <Accounts report={report} />
        </div>
      )}
    </>
  )
}

/** The days of the report; invalid days, or an end before the start, are marked and not requested. */
function Days({
  from,
  to,
  onChoose,
}: {
  from: string
  to: string
  onChoose: (days: { from: string; to: string }) => void
}) {
  const { t } = useWords()
  const [input, setInput] = useState<{ from: string; to: string } | null>(null)
  const days = input ?? { from, to }
  const fit = isDay(days.from) && isDay(days.to) && days.from <= days.to
  const choose = (part: Partial<typeof days>) => {
    const next = { ...days, ...part }
    const whole = isDay(next.from) && isDay(next.to) && next.from <= next.to
    setInput(whole ? null : next)
    if (whole) onChoose(next)
  }
  return (
    <div className="accounting-days">
      <TextField
        type="date"
        label={t('accounting.from')}
        value={days.from}
        onChange={(event) => choose({ from: event.target.value })}
      />
      <TextField
        type="date"
        label={t('accounting.to')}
        value={days.to}
        error={fit ? undefined : t('accounting.wrong_days')}
        onChange={(event) => choose({ to: event.target.value })}
      />
    </div>
  )
}

/** The ledger's accounts: movements in these days, and current balances. */
function Accounts({ report }: { report: RevenueReport }) {
  const words = useWords()
  const { t, money } = words
  const { groups, others } = groupAccounts(report.accounts)
  const head = [t('accounting.account'), t('accounting.in_days'), t('accounting.balance')]
  const rowOf = ({ kind, cents, balanceCents }: RevenueReport['accounts'][number]) => [
    nameOf(words, kind),
    money(cents),
    money(balanceCents),
  ]
  return (
    <section className="card console-part" aria-labelledby="accounts">
      <h2 id="accounts">{t('accounting.accounts')}</h2>
      {groups.map(({ group, accounts, cents }) => (
        <div key={group}>
          <h3 className="font-extrabold">{t(`accounting.group.${group}`)}</h3>
          {accounts.length === 0 ? (
            <p className="text-muted">{t('accounting.group_none')}</p>
          ) : (
            <Table
              label={t(`accounting.group.${group}`)}
              head={head}
              rows={accounts.map(rowOf)}
              total={[
                t('accounting.total'),
                money(cents),
                money(accounts.reduce((sum, account) => sum + account.balanceCents, 0)),
              ]}
            />
          )}
        </div>
      ))}
      {others.length > 0 && (
        <div>
          <h3 className="font-extrabold">{t('accounting.group.others')}</h3>
          <Table label={t('accounting.group.others')} head={head} rows={others.map(rowOf)} />
        </div>
      )}
    </section>
  )
}

/** The name of an account; one unknown to this app is shown by its id. */
function nameOf({ say }: Words, kind: string): string {
  const key = `accounting.account.${kind}`
  const words = say(key as Key)
  return words === key ? kind : words
}

/** What drivers owe us now by the age of their oldest unpaid invoice, and what we owe them. */
function Balances({ report }: { report: Pick<RevenueReport, 'owed' | 'owingCents'> }) {
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
