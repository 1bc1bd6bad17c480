import type { Outcome } from '@madruga/core/events.ts'
import { useWords } from '../../i18n.ts'

/** Outcomes as chips that scroll sideways on a phone; null is the chip for all. */
export function OutcomeChips({
  outcomes,
  chosen,
  onChoose,
}: {
  outcomes: readonly Outcome[]
  chosen: Outcome | null
  onChoose: (outcome: Outcome | null) => void
}) {
  const { t } = useWords()
  return (
    <fieldset
      aria-label={t('log.filter_by')}
      className="-mx-3 flex gap-2 overflow-x-auto px-3 py-1 min-[22.5rem]:-mx-4 min-[22.5rem]:px-4 [scrollbar-width:none] lg:mx-0 lg:flex-wrap lg:p-0"
    >
      {[null, ...outcomes].map((outcome) => {
        const name = outcome ?? 'all'
        return (
          <button
            key={name}
            type="button"
            className="min-h-12 shrink-0 rounded-full border-2 border-line bg-surface px-4 font-bold aria-pressed:border-sign aria-pressed:bg-sign aria-pressed:text-on-sign"
            aria-pressed={outcome === chosen}
            onClick={() => onChoose(outcome)}
          >
            {t(`log.${name}`)}
          </button>
        )
      })}
    </fieldset>
  )
}
