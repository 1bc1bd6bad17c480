import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '../../icons/first.ts'
import { useServerTime } from '../../clock.ts'
import { useWords } from '../../i18n.ts'
import { outcomeText, whenText } from './tasks.ts'
import type { AutostartView, Mood, Past } from './tasks.ts'

const LOOKS: Record<Mood, { color: string; Icon: typeof IconCircleCheck }> = {
  good: { color: 'text-green', Icon: IconCircleCheck },
  plain: { color: 'text-muted', Icon: IconInfoCircle },
  bad: { color: 'text-red', Icon: IconAlertTriangle },
}

/** The outcome of one day of a task. */
export function Outcome({ firing }: { firing: Omit<Past, 'taskId' | 'day'> }) {
  const words = useWords()
  const { mood, text } = outcomeText(words, firing)
  const { color, Icon } = LOOKS[mood]
  return (
    <p className="mt-0.5 flex items-start gap-1.5 text-sm leading-snug">
      <Icon size={18} aria-hidden className={`mt-px shrink-0 ${color}`} />
      <span className="min-w-0">{text}</span>
    </p>
  )
}

/** Recent outcomes of tasks, including deleted tasks. */
export function PastList({ view: { past, timeZone } }: { view: AutostartView }) {
  const words = useWords()
  const { t } = words
  const now = useServerTime(60_000)
  if (past.length === 0) return null
  return (
    <section aria-labelledby="past" className="grid gap-3">
      <h2 id="past" className="text-xl font-extrabold">
        {t('autostart.past')}
      </h2>
      <ul className="card overflow-hidden">
        {past.map((firing) => (
          <li
            key={`${firing.taskId} ${firing.day}`}
            className="border-b border-line px-4 py-3 last:border-b-0"
          >
            <p className="tnum flex flex-wrap items-baseline gap-x-2 leading-tight">
              <span className="font-bold">{t(`autostart.${firing.action}`)}</span>
              <span className="text-muted">{whenText(words, firing.dueAt, timeZone, now)}</span>
            </p>
            <Outcome firing={firing} />
          </li>
        ))}
      </ul>
    </section>
  )
}
