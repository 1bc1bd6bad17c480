import { Suspense, lazy } from 'react'
import type { ComponentProps } from 'react'

const loadSheet = () => import('./Sheet.tsx')
const Sheet = lazy(() => loadSheet().then((module) => ({ default: module.Sheet })))

/** Prefetches the sheet when a finger approaches its opener. */
export function warmSheet(): void {
  void loadSheet()
}

/** A sheet loaded separately from its screen: the sliding code is larger than most screens. */
export function LateSheet(props: ComponentProps<typeof Sheet>) {
  return (
    <Suspense fallback={null}>
      <Sheet {...props} />
    </Suspense>
  )
}
