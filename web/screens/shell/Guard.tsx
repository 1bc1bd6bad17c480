import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useAddress, useShownPath, writeHash } from '../../address.ts'
import { recallDriver } from '../../driver.ts'
import { sessionQuery } from '../../queries.ts'
import { Failed } from '../../ui/Failed.tsx'
import { Navigate } from '../../ui/Navigate.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { SCREENS, screenOf, isHome } from '../table.ts'
import type { Screen } from '../table.ts'

/**
 * Sends a guest of a guarded screen to the sign-in, which returns them afterwards. A driver known to this
 * device sees the screen at once, while the session is checked: if it has ended, the server refuses the
 * screen's requests.
 */
export function Guard({ screen, children }: { screen: Screen | null; children: ReactNode }) {
  // While the next screen loads the previous one is still visible: it keeps its own guard, even before the
  // server has answered.
  const status = screenOf(useShownPath())
  const session = useQuery(sessionQuery)
  const { path, search } = useAddress()
  const stranger = session.data === null || (session.data === undefined && recallDriver() === null)
  if (!isGuarded(screen)) return stranger && isGuarded(status) ? null : children
  // A driver who wanted home gets their own, which only the sign-in knows.
  if (session.data === null) {
    const next = isHome(screen) ? {} : { next: writeHash(path, search).slice(1) }
    return <Navigate to="/login" search={next} />
  }
  if (!stranger) return children
  if (session.isError) return <Failed error={session.error} onRetry={() => void session.refetch()} />
  return (
    <div className="mx-auto w-full max-w-[70rem] p-4">
      <div className="card overflow-hidden">
        <SkeletonRows rows={6} />
      </div>
    </div>
  )
}

function isGuarded(screen: Screen | null): boolean {
  return screen !== null && SCREENS[screen].guarded
}
