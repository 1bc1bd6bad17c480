import { useWords } from '../../../i18n.ts'
import { Changes } from './PriceWords.tsx'
import { readHistory } from './price-form.ts'
import type { PriceList } from './queries.ts'
import { sayInstant } from './say.ts'

/** Who set prices when, why, and what changed. */
export function PriceHistory({ now, history }: { now: PriceList; history: readonly PriceList[] }) {
  const words = useWords()
  const { t } = words
  return (
    <section className="card console-part" aria-labelledby="history">
      <h2 id="history">{t('accounting.history')}</h2>
      <ol className="accounting-history">
        {readHistory(now, history).map(({ list, changes }) => (
          <li key={list.id}>
            <p className="console-when tnum">
              {list.at !== null && (
                <time dateTime={new Date(list.at).toISOString()}>{sayInstant(words, list.at)}</time>
              )}
              <span>{list.actor ?? t('accounting.settings')}</span>
              {list.id === now.id && <b>{t('accounting.in_force')}</b>}
            </p>
            {changes.length > 0 ? (
              <Changes changes={changes} />
            ) : (
              <p className="text-sm">{t('accounting.first_prices')}</p>
            )}
            {list.reason !== null && <p className="console-reason">{list.reason}</p>}
          </li>
        ))}
      </ol>
    </section>
  )
}
