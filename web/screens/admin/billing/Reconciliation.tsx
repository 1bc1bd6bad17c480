import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '../../../client.ts'
import { useServerTime } from '../../../clock.ts'
import { useWords } from '../../../i18n.ts'
import type { Key, Words } from '../../../i18n.ts'
import { FailedOr } from '../../../ui/Failed.tsx'
import { Outcome } from '../Outcome.tsx'
import { LoadingCard } from '../Results.tsx'
import { sayAgo } from '../describe.ts'
import { reconciliationQuery, refreshAccounting } from './queries.ts'
import type { Comparison, Difference } from './queries.ts'
import { sayInstant } from './say.ts'

/** Whether our books agree with themselves and with the card gateway's, and earlier findings. */
export function Reconciliation() {
  const { t } = useWords()
  const query = useQuery(reconciliationQuery)
  const compare = useMutation({
    mutationFn: () => api.accounting.reconcile({}),
    onSettled: refreshAccounting,
  })
  if (!query.data) {
    return (
      <FailedOr query={query}>
        <LoadingCard rows={5} />
      </FailedOr>
    )
  }
  const { last, found } = query.data
  return (
    <div className="accounting-columns">
      <section className="card console-part" aria-labelledby="last">
        <h2 id="last">{t('accounting.part.reconciliation')}</h2>
        <p className="text-muted">{t('accounting.compare_text')}</p>
        {last === null ? <p>{t('accounting.never_compared')}</p> : <Last last={last} />}
        <Outcome done={compare.isSuccess ? t('accounting.compared') : null} error={compare.error} />
        <button
          type="button"
          className="btn justify-self-start"
          data-strong="true"
          aria-disabled={compare.isPending}
          onClick={() => !compare.isPending && compare.mutate()}
        >
          {t(compare.isPending ? 'accounting.comparing' : 'accounting.compare')}
        </button>
      </section>
      <section className="card console-part" aria-labelledby="found">
        <h2 id="found">{t('accounting.found_before')}</h2>
        {found.length === 0 && <p className="text-muted">{t('accounting.found_none')}</p>}
        <ol className="accounting-history">
          {found.map((report) => (
            <Found key={report.at} report={report} />
          ))}
        </ol>
      </section>
    </div>
  )
}

function Last({ last }: { last: Comparison }) {
  const words = useWords()
  const { t, number } = words
  const now = useServerTime(5_000)
  const { checked } = last
  return (
    <div className="grid gap-3">
      <p className="console-lamp" data-on={!last.clean}>
        {last.clean
          ? t(last.gateway ? 'accounting.clean' : 'accounting.clean_alone')
          : t('accounting.differences', { count: last.differences.length })}
      </p>
      <p className="tnum">
        {sayInstant(words, last.at)} <span className="text-muted">({sayAgo(words, last.at, now)})</span>
      </p>
      <p>{t(last.gateway ? 'accounting.gateway_asked' : 'accounting.gateway_silent')}</p>
      <dl className="console-figures tnum">
        {(['accounts', 'payments', 'charges'] as const).map((what) => (
          <div key={what}>
            <dt>{t(`accounting.checked.${what}`)}</dt>
            <dd>{number(checked[what])}</dd>
          </div>
        ))}
      </dl>
      <Differences differences={last.differences} />
    </div>
  )
}

function Found({ report }: { report: Comparison }) {
  const words = useWords()
  const { t } = words
  const { differences } = report
  return (
    <li>
      <details>
        <summary className="flex min-h-12 cursor-pointer flex-wrap items-center gap-x-3">
          <span className="tnum font-bold underline">{sayInstant(words, report.at)}</span>
          <span>
            {differences.length === 0
              ? t('accounting.found_clean')
              : t('accounting.differences', { count: differences.length })}
          </span>
        </summary>
        {!report.gateway && <p className="text-sm">{t('accounting.gateway_silent')}</p>}
        <Differences differences={differences} />
      </details>
    </li>
  )
}

function Differences({ differences }: { differences: readonly Difference[] }) {
  const words = useWords()
  const { t, money } = words
  const amount = (cents: number | null) => (cents === null ? t('drivers.none_set') : money(cents))
  return (
    <ul className="accounting-differences">
      {differences.map(({ kind, reference, ours, theirs }) => (
        <li key={`${kind} ${reference}`}>
          <b>{nameOf(words, kind)}</b>
          <span className="console-id">{reference}</span>
          <span>{meaningOf(words, kind)}</span>
          {(ours !== null || theirs !== null) && (
            <span className="tnum">
              {t('accounting.ours_theirs', { ours: amount(ours), theirs: amount(theirs) })}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

/** The name of a kind of difference; one unknown to this app is shown by its id. */
function nameOf({ say }: Words, kind: string): string {
  const key = `accounting.difference.${kind}`
  const words = say(key as Key)
  return words === key ? kind : words
}

function meaningOf({ say }: Words, kind: string): string {
  const key = `accounting.difference.${kind}.text`
  const words = say(key as Key)
  return words === key ? '' : words
}
