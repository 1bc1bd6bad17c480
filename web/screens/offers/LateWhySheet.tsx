import { withMoreWords } from '../../i18n.ts'
import { onDemand } from '../../ui/on-demand.ts'

const loadWhy = () => withMoreWords(import('./WhySheet.tsx'))

/** Prefetches the why sheet when a finger approaches an offer. */
export function warmWhySheet(): void {
  void loadWhy()
}

/** The why sheet, loaded with the first offer that is opened; null closes it. */
export const LateWhySheet = onDemand(
  () => loadWhy().then((module) => module.WhySheet),
  ({ entry }) => entry !== null,
)
