import { useState } from 'react'
import { withMoreWords } from '../../i18n.ts'
import type { OfferEntry } from './entry.ts'
import { onDemand } from '../../ui/on-demand.ts'

const loadWhy = () => withMoreWords(import('./WhySheet.tsx'))
const WhySheet = onDemand(() => loadWhy().then((module) => module.WhySheet))

/** Prefetches the why sheet when a finger approaches an offer. */
export function warmWhySheet(): void {
  void loadWhy()
}

/** The why sheet, loaded with the first offer that is opened; null closes it. */
export function LateWhySheet({ entry, onClose }: { entry: OfferEntry | null; onClose: () => void }) {
  const [wanted, setWanted] = useState(false)
  if (entry !== null && !wanted) setWanted(true)
  if (!wanted) return null
  return <WhySheet entry={entry} onClose={onClose} />
}
