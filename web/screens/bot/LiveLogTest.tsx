import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { recallDriver } from '../../driver.ts'
import { useWords } from '../../i18n.ts'
import { payParts } from '../../pay.ts'
import { sayOthers } from '../../pay-others.ts'
import { botQuery, sessionQuery } from '../../queries.ts'
import { Failed, FailedOr } from '../../ui/Failed.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { EntryRow } from '../offers/EntryRow.tsx'
import { LateWhySheet } from '../offers/LateWhySheet.tsx'
import type { OfferEntry } from '../offers/entry.ts'
import { homeScreen } from '../shell/menu.ts'
import { ShadowFigures } from './ShadowFigures.tsx'
import { ShadowWatching } from './ShadowWatching.tsx'
import { shadowRunsQuery, shadowRunQuery } from './shadow-queries.ts'
import type { ShadowRun, ShadowReport as Report } from './shadow-queries.ts'
import { canStart } from './state.ts'
import type { BotView } from './state.ts'

/** Watch only: the run in progress, what it would have tried for, and earlier runs. */
export function LiveLogTest() {
  const bot = useQuery(botQuery)
  const runs = useQuery(shadowRunsQuery)
  const session = useQuery(sessionQuery)
  const [choice, setChoice] = useState<string | null>(null)
  const error = bot.error ?? runs.error
  if (bot.data === undefined || runs.data === undefined) {
    return error ? (
      <Failed error={error} onRetry={() => void Promise.all([bot.refetch(), runs.refetch()])} />
    ) : (
      <SkeletonRows rows={6} />
    )
  }
  const open = runs.data.find((run) => run.endedAt === null)
  const over = runs.data.filter((run) => run.endedAt !== null)
  const current = over.find((run) => run.id === choice) ?? over[0]
  const timeZone = session.data?.timeZone
  return (
    <div className="mx-auto grid w-full max-w-[72rem] grid-cols-[minmax(0,1fr)] gap-4 px-3 pb-6 pt-1 min-[22.5rem]:px-4 lg:grid-cols-[26rem_minmax(0,1fr)] lg:items-start lg:px-6">
      <div className="grid gap-4">
        <Current run={open} view={bot.data} timeZone={timeZone} />
        {over.length > 1 && (
          <Earlier runs={over} shown={current?.id} timeZone={timeZone} onChoose={setChoice} />
        )}
      </div>
      {current && !open && <ShadowReport key={current.id} run={current} timeZone={timeZone} />}
      {open && <ShadowReport key={open.id} run={open} timeZone={timeZone} />}
    </div>
  )
}

/** The run in progress, or where one is started; none next to a real run. */
function Current({
  run,
  view,
  timeZone,
}: {
  run: ShadowRun | undefined
  view: BotView
  timeZone: string | undefined
}) {
  const { t } = useWords()
  if (run) return <ShadowWatching run={run} view={view} timeZone={timeZone} />
  const real = !canStart(view.phase) && view.phase !== 'pending_termination'
  return (
    <Notice
      kind="plain"
      actions={
        <ScreenLink screen={homeScreen(recallDriver())} className="btn">
          {t('shadow.home')}
        </ScreenLink>
      }
    >
      {real && <span className="block font-extrabold">{t('shadow.real_title')}</span>}
      {t(real ? 'shadow.real_text' : 'shadow.how')}
    </Notice>
  )
}

function Earlier({
  runs,
  shown,
  timeZone,
  onChoose,
}: {
  runs: readonly ShadowRun[]
  shown: string | undefined
  timeZone: string | undefined
  onChoose: (id: string) => void
}) {
  const words = useWords()
  return (
    <section className="card overflow-hidden" aria-labelledby="earlier">
      <h2 id="earlier" className="px-4 pb-2 pt-4 text-xl font-extrabold tracking-[-0.01em]">
        {words.t('shadow.earlier')}
      </h2>
      <ul>
        {runs.map((run) => (
          <li key={run.id} className="border-t border-line">
            <button
              type="button"
              className="flex min-h-16 w-full items-center justify-between gap-3 px-4 text-left hover:bg-surface-2 aria-pressed:bg-surface-2"
              aria-pressed={run.id === shown}
              onClick={() => onChoose(run.id)}
            >
              <span className="min-w-0">
                <span className="block font-bold">{words.date(run.startedAt, timeZone)}</span>
                <span className="block text-sm text-muted">
                  {words.t('shadow.run_line', { count: run.count, seen: words.number(run.seen) })}
                </span>
                <span className="tnum block text-sm text-muted empty:hidden">{sayOthers(words, run)}</span>
              </span>
              <span className="tnum text-lg font-bold">{payParts(words, run, true).amount}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What a run saw, what it would have tried and its pay, offer by offer with reasons. */
function ShadowReport({ run, timeZone }: { run: ShadowRun; timeZone: string | undefined }) {
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
