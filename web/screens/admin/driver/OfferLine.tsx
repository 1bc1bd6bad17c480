import { useWords } from '../../../i18n.ts'
import { sayLength } from '../../../pay.ts'
import { PayAmount } from '../../../ui/PayAmount.tsx'
import { outcomeNote } from '../../offers/entry.ts'
import type { OfferEntry } from '../../offers/entry.ts'
import { describeRules } from '../../offers/rules.ts'
import { placeOf } from '../../offers/verdict.ts'

/** An offer that the driver's bot judged; it opens to its rules, value against limit. */
export function OfferLine({ entry }: { entry: OfferEntry }) {
  const words = useWords()
  const { t } = words
  const { offer, stationCode, rules, filterVersion } = entry.data
  const lines = describeRules(words, rules, placeOf(offer, stationCode))
  return (
    <details className="driver-offer">
      <summary className="tnum">
        <b>{stationCode}</b>
        <span>
          {words.date(offer.startAt)}, {sayLength(words, offer)}
        </span>
        <span className="text-muted">{outcomeNote(words, entry)}</span>
        <span className="font-bold">
          <PayAmount pay={offer} />
        </span>
        <span className="text-sm text-muted">{words.date(entry.at)}</span>
      </summary>
      <ul className="driver-rules tnum">
        {lines.map((line) => (
          <li key={line.rule}>
            <b className={line.passed ? 'text-green' : 'text-red'}>
              {t(line.passed ? 'why.fits' : 'why.fails')}
            </b>
            <span>{line.label}</span>
            <span>{line.value}</span>
            <span className="text-muted">{line.limit}</span>
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">{t('why.version', { version: filterVersion })}</p>
    </details>
  )
}
