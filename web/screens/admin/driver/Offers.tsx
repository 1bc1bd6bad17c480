import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { OUTCOMES } from '@madruga/core/events.ts'
import type { Outcome } from '@madruga/core/events.ts'
import { useWords } from '../../../i18n.ts'
import { sayLength } from '../../../pay.ts'
import { PayAmount } from '../../../ui/PayAmount.tsx'
import { isOffer, outcomeNote } from '../../offers/entry.ts'
import type { OfferEntry } from '../../offers/entry.ts'
import { describeRules } from '../../offers/rules.ts'
import { placeOf } from '../../offers/verdict.ts'
import { Chips } from '../Chips.tsx'
import { MoreButton } from '../MoreButton.tsx'
import { Results } from '../Results.tsx'
import type { DriverDetail } from '../queries.ts'
import { offersQuery } from './queries.ts'

/** Offers that the driver's bot judged; each opens to its rules, value against limit. */
export function Offers({ driver }: { driver: DriverDetail }) {
  const { t } = useWords()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const list = useInfiniteQuery(offersQuery(driver.id, outcome))
  const rows = list.data?.pages.flatMap((page) => page.entries.filter(isOffer)) ?? []
  return (
    <>
      <Chips
        label={t('drivers.outcome')}
        all={t('admin.all')}
        value={outcome}
        choices={OUTCOMES.map((value) => ({ value, face: t(`drivers.outcome.${value}`) }))}
        onChange={setOutcome}
      />
      <Results
        list={list}
        empty={rows.length === 0 && !list.hasNextPage}
        none={t('drivers.no_offers')}
        noneText={t('drivers.no_offers_text')}
      >
        <ul className="console-list card">
          {rows.map((entry) => (
            <li key={entry.seq}>
              <Row entry={entry} />
            </li>
          ))}
        </ul>
      </Results>
      <MoreButton list={list} />
    </>
  )
}

function Row({ entry }: { entry: OfferEntry }) {
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
