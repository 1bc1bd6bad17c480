import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWords } from '../../i18n.ts'
import { FailedOr } from '../../ui/Failed.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { EntryRow } from '../offers/EntryRow.tsx'
import { LateWhySheet } from '../offers/LateWhySheet.tsx'
import type { OfferEntry } from '../offers/entry.ts'
import { ShadowFigures } from './ShadowFigures.tsx'
import { shadowRunQuery } from './shadow-queries.ts'
import type { ShadowReport as Report, ShadowRun } from './shadow-queries.ts'

/** What a run saw, what it would have tried and its pay, offer by offer with reasons. */
export function ShadowReport({ run, timeZone }: { run: ShadowRun; timeZone: string | undefined }) {
  const words = useWords()
  const { t } = words
  const report = useQuery(shadowRunQuery(run.id, run.count))
  const [open, setOpen] = useState<OfferEntry | null>(null)
  return (
    <section className="card overflow-hidden" aria-labelledby="report">
      <div className="grid gap-1 px-5 pb-4 pt-5">
        <h2 id="report" className="text-xl font-extrabold tracking-[-0.01em]">
          {t('shadow.report')}
        </h2>
        <p className="text-muted">
          {run.endedAt === null
            ? t('shadow.since', { when: words.dayTime(run.startedAt, timeZone) })
            : t('shadow.span', {
                from: words.date(run.startedAt, timeZone),
                span: words.span(Math.max(60_000, run.endedAt - run.startedAt)),
              })}
          {run.endedAt !== null && run.endedAt < run.endsAt - 1_000 && ` (${t('shadow.ended_early')})`}
        </p>
      </div>
      {run.endedAt !== null && <ShadowFigures run={run} />}
      {run.count > 0 && <p className="px-5 pb-4 text-sm text-muted">{t('shadow.honest')}</p>}
      {report.data ? (
        report.data.offers.length > 0 ? (
          <ul>
            {report.data.offers.map((one, place) => (
              <li key={one.offer.id} className="border-t border-line">
                <EntryRow entry={entryOf(one, place)} timeZone={timeZone} onOpen={setOpen} />
              </li>
            ))}
          </ul>
        ) : run.endedAt === null ? (
          <p className="border-t border-line px-5 py-6 text-muted">{t('shadow.none_yet')}</p>
        ) : (
          <div className="grid gap-1 border-t border-line px-6 py-10 text-center">
            <p className="text-lg font-extrabold">{t('shadow.none')}</p>
            <p className="mx-auto max-w-[40ch] text-muted">{t('shadow.none_text')}</p>
          </div>
        )
      ) : (
        <FailedOr query={report}>
          <SkeletonRows rows={3} />
        </FailedOr>
      )}
      <LateWhySheet entry={open} onClose={() => setOpen(null)} />
    </section>
  )
}

/** A recorded offer as its log line; its position replaces its number. */
function entryOf(one: Report['offers'][number], place: number): OfferEntry {
  const { offer, stationCode, timeZone, filterVersion, rules, seenAt } = one
  const data = { offer, stationCode, timeZone: timeZone ?? undefined, filterVersion, rules }
  return { seq: place + 1, at: seenAt, type: 'offer.shadowed', data }
}
