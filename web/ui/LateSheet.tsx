import { onDemand } from './on-demand.ts'

const loadSheet = () => import('./Sheet.tsx')

/** Prefetches the sheet when a finger approaches its opener. */
export function warmSheet(): void {
  // The one who opens it hears of a failure.
  loadSheet().catch(() => {})
}

/** A sheet loaded separately from its screen: the sliding code is larger than most screens. */
export const LateSheet = onDemand(() => loadSheet().then((module) => module.Sheet))
