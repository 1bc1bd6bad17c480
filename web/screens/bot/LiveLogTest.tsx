import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { recallDriver } from '../../driver.ts'
import { useWords } from '../../i18n.ts'
import { payParts } from '../../pay.ts'
import { sayOthers } from '../../pay-others.ts'
import { botQuery, sessionQuery } from '../../queries.ts'
import { Failed } from '../../ui/Failed.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { homeScreen } from '../shell/menu.ts'
import { ShadowReport } from './ShadowReport.tsx'
import { ShadowWatching } from './ShadowWatching.tsx'
import { shadowRunsQuery } from './shadow-queries.ts'
import type { ShadowRun } from './shadow-queries.ts'
import { canStart } from './state.ts'
import type { BotView } from './state.ts'

/** Watch only: the run in progress, what it would have tried for, and earlier runs. */
export function LiveLogTest() {
  const bot = useQuery(botQuery)
  const runs = useQuery(shadowRunsQuery)
  const session = useQuery(sessionQuery)
  const [chosen, setChosen] = useState<string | null>(null)
  const failed = bot.error ?? runs.error
  if (bot.data === undefined || runs.data === undefined) {
    return failed ? (
      <Failed error={failed} onRetry={() => void Promise.all([bot.refetch(), runs.refetch()])} />
    ) : (
      <SkeletonRows rows={6} />
    )
  }
  const open = runs.data.find((run) => run.endedAt === null)
  const over = runs.data.filter((run) => run.endedAt !== null)
  const shown = over.find((run) => run.id === chosen) ?? over[0]
  const timeZone = session.data?.timeZone
  return (
    <div className="mx-auto grid w-full max-w-[72rem] grid-cols-[minmax(0,1fr)] gap-4 px-3 pb-6 pt-1 min-[22.5rem]:px-4 lg:grid-cols-[26rem_minmax(0,1fr)] lg:items-start lg:px-6">
      <div className="grid gap-4">
        <Current run={open} view={bot.data} timeZone={timeZone} />
        {over.length > 1 && (
          <Earlier runs={over} shown={shown?.id} timeZone={timeZone} onChoose={setChosen} />
        )}
      </div>
      {shown && !open && <ShadowReport key={shown.id} run={shown} timeZone={timeZone} />}
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
