import { onDemand } from '../../ui/on-demand.ts'

const loadWhy = () => import('../../late-parts.ts').then((parts) => parts.loadWhy())

/** Prefetches the why sheet when a finger approaches an offer. */
export function warmWhySheet(): void {
  void loadWhy()
}

/** The why sheet, loaded with the first offer that is opened; null closes it. */
export const LateWhySheet = onDemand(loadWhy, ({ entry }) => entry !== null)
