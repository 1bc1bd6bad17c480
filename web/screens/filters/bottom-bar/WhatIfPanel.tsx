import type { Filter } from '@madruga/core/filters.ts'
import type { Variant } from '@madruga/core/offers.ts'
import { useWords } from '../../../i18n.ts'
import type { Section } from '../../offers/rules.ts'
import { useWhatIf } from './use-what-if.ts'
import { LateWhatIfAnswer } from './WhatIfDock.tsx'

/** What if, next to the filter where there is room; `filter` is null while the input is invalid. */
export function WhatIfPanel({
  variant,
  filter,
  onJump,
}: {
  variant: Variant
  filter: Filter | null
  /** Leads to a section of the editor. */
  onJump: (section: Section) => void
}) {
  const { t } = useWords()
  const { answer, late, failure, retry, offers, setOffers } = useWhatIf(variant, filter)
  return (
    <section
      aria-labelledby="what-if"
      className="card sticky top-[3.75rem] grid max-h-[calc(100dvh-12rem)] gap-3 overflow-y-auto p-5 [scrollbar-width:thin]"
    >
      <h2 id="what-if" className="text-xl font-extrabold tracking-[-0.01em]">
        {t('dock.title')}
      </h2>
      {filter === null && <p className="text-muted">{t('dock.invalid')}</p>}
      {failure !== null ? (
        <button type="button" className="btn" onClick={retry}>
          {failure}
        </button>
      ) : answer === undefined ? (
        filter !== null && <p aria-busy="true">{t('dock.loading')}</p>
      ) : (
        <LateWhatIfAnswer {...{ variant, answer, late, offers, onJump }} onOffers={setOffers} />
      )}
    </section>
  )
}
