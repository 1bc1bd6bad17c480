import { useWords } from '../../i18n.ts'
import { payParts } from '../../pay.ts'
import { OtherPayLine } from '../../ui/OtherPayLine.tsx'
import type { ShadowRun } from './shadow-queries.ts'

const CAUSES = ['price', 'schedule', 'time'] as const

/** What a run has judged, what it would have tried and its pay, and why it ignored the rest. */
export function ShadowFigures({ run }: { run: ShadowRun }) {
  const words = useWords()
  const { t } = words
  const causes = CAUSES.filter((cause) => run.ignoredFor[cause] > 0)
  return (
    <>
      <dl className="tnum flex flex-wrap justify-between gap-x-4 gap-y-2 px-5 pb-4">
        <Figure label={t('shadow.seen')} value={words.number(run.seen)} />
        <Figure label={t('shadow.fits')} value={words.number(run.count)} />
        <Figure label={t('recap.length')} value={words.hours(run.minutes * 60_000)} />
        <Figure label={t('shadow.worth')} value={payParts(words, run, true).amount} />
      </dl>
      <OtherPayLine of={run} className="-mt-2 px-5 pb-4" />
      {causes.length > 0 && (
        <dl className="tnum grid gap-1 px-5 pb-4">
          {causes.map((cause) => (
            <div key={cause} className="flex justify-between gap-4">
              <dt className="text-muted">{t(`log.ignored_${cause}`)}</dt>
              <dd className="font-bold">{words.number(run.ignoredFor[cause])}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="text-2xl font-bold leading-tight tracking-[-0.01em]">{value}</dd>
    </div>
  )
}
