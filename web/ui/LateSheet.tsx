import { Suspense, lazy } from 'react'
import type { ComponentProps } from 'react'

const loadSheet = () => import('./Sheet.tsx')
const Sheet = lazy(() => loadSheet().then((module) => ({ default: module.Sheet })))

/** Fetches the sheet when the finger nears what opens it. */
export function warmSheet(): void {
  void loadSheet()
}

/** A sheet that comes apart from its screen: what makes it slide is heavier than most screens. */
export function LateSheet(props: ComponentProps<typeof Sheet>) {
  return (
    <Suspense fallback={null}>
      <Sheet {...props} />
    </Suspense>
  )
}
