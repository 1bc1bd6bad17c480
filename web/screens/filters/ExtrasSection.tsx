import { lazy } from 'react'
import { useWords } from '../../i18n.ts'
import type { Section as SectionName } from '../offers/rules.ts'
import { FoldedSection } from './FoldedSection.tsx'
import { useCurrency } from './currency.ts'
import { confirmationState, safetyLimitState, netState } from './extras.ts'
import type { CommonFields } from './fields.ts'
import { hasErrors, partOf, watched } from './part.ts'
import type { Part } from './part.ts'

// Their fields are loaded when one of them is expanded.
const loadRows = () => import('./ExtrasRows.tsx')
const ConfirmationRows = lazy(() => loadRows().then((module) => ({ default: module.ConfirmationRows })))
const SafetyLimitRows = lazy(() => loadRows().then((module) => ({ default: module.SafetyLimitRows })))
const NetRows = lazy(() => loadRows().then((module) => ({ default: module.NetRows })))

/** Optional extras, collapsed: confirmation requests, safety limits and net pay. It expands on an error. */
export function ExtrasSection<T extends CommonFields>({
  part,
  unfolded,
  onUnfold,
}: {
  part: Part<T>
  /** The expanded one. */
  unfolded: SectionName | null
  onUnfold: (section: SectionName | null) => void
}) {
  const words = useWords()
  const { t } = words
  const currency = useCurrency()
  // A part expanded by its error stays expanded after the fix.
  const staying = <K extends 'confirmation' | 'safetyLimits' | 'net'>(name: K) => {
    const held: Part<CommonFields[K]> = partOf(part as Part<CommonFields>, name)
    return hasErrors(held) ? watched(held, () => onUnfold(name)) : held
  }
  const [confirmation, safetyLimits, net] = [staying('confirmation'), staying('safetyLimits'), staying('net')]
  const fold = (name: SectionName, held: Part<unknown>) => ({
    name,
    open: unfolded === name || hasErrors(held),
    onOpen: (open: boolean) => onUnfold(open ? name : null),
  })
  return (
    <section aria-labelledby="filter-beyond">
      <h2 id="filter-beyond" className="text-xl font-extrabold tracking-[-0.01em]">
        {t('beyond.title')}
      </h2>
      <div className="mt-3 grid gap-2">
        <FoldedSection
          {...fold('confirmation', confirmation)}
          title={t('beyond.confirmation')}
          state={confirmationState(words, confirmation.value)}
        >
          <ConfirmationRows part={confirmation} />
        </FoldedSection>
        <FoldedSection
          {...fold('safetyLimits', safetyLimits)}
          title={t('beyond.safety_limits')}
          state={safetyLimitState(words, safetyLimits.value, currency)}
        >
          <SafetyLimitRows part={safetyLimits} />
        </FoldedSection>
        <FoldedSection
          {...fold('net', net)}
          title={t('beyond.net')}
          state={netState(words, net.value, currency)}
        >
          <NetRows part={net} />
        </FoldedSection>
      </div>
    </section>
  )
}
