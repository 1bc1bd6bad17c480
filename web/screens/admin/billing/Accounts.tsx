import { useWords } from '../../../i18n.ts'
import type { Key, Words } from '../../../i18n.ts'
import { Table } from '../../recap/Table.tsx'
import '../../recap/recap.css'
import type { RevenueReport } from './queries.ts'
import { groupAccounts } from './revenue.ts'

/** The ledger's accounts: movements in these days, and current balances. */
export function Accounts({ report }: { report: RevenueReport }) {
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
