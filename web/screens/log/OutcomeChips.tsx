import { useWords } from '../../i18n.ts'
import type { LogGroup } from './view.ts'

/** Outcomes as chips that scroll sideways on a phone; null is the chip for all. */
export function OutcomeChips<G extends LogGroup>({
  outcomes,
  isChosen,
  onChoose,
}: {
  outcomes: readonly G[]
  isChosen: (outcome: G | null) => boolean
  onChoose: (outcome: G | null) => void
}) {
  const { t } = useWords()
  return (
    <fieldset
      aria-label={t('log.filter_by')}
      className="-mx-3 flex gap-2 overflow-x-auto px-3 py-1 min-[22.5rem]:-mx-4 min-[22.5rem]:px-4 [scrollbar-width:none] lg:mx-0 lg:flex-wrap lg:px-0"
    >
      {[null, ...outcomes].map((outcome) => {
        const name: LogGroup | 'all' = outcome ?? 'all'
        return (
          <button
            key={name}
            type="button"
            className="min-h-12 shrink-0 rounded-full border-2 border-line bg-surface px-4 font-bold aria-pressed:border-sign aria-pressed:bg-sign aria-pressed:text-on-sign"
            aria-pressed={isChosen(outcome)}
            onClick={() => onChoose(outcome)}
          >
            {t(`log.${name}`)}
          </button>
        )
      })}
    </fieldset>
  )
}
