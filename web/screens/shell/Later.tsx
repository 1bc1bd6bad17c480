import { useQuery } from '@tanstack/react-query'
import { withMoreWords } from '../../i18n.ts'
import { watchReleases } from '../../release.ts'
import { queryClient, sessionQuery } from '../../queries.ts'
import { confirmationsQuery, useConfirmationNews } from '../bot/confirmations.ts'
import { NewRelease } from './NewRelease.tsx'
import { Shortcuts } from './Shortcuts.tsx'
import { SignedOut } from './SignedOut.tsx'
import { CatchBoundary } from '../../ui/CatchBoundary.tsx'
import { onDemand } from '../../ui/on-demand.ts'

const Confirmations = onDemand(
  () => withMoreWords(import('../bot/Confirmations.tsx')).then((module) => module.Confirmations),
  ({ confirmations }) => confirmations.length > 0,
)

/** Tabs share the session: signing in or out in another one concerns this one, and the server says how. */
addEventListener('storage', ({ key }) => {
  if (key === 'driver') void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
})
/** Without them the app works, but does not open offline. */
watchReleases().catch(() => {})
/** In a store app: its push, and the taps that wait since it was opened. */
if ('Capacitor' in window) import('../../push.ts').then((module) => module.startStorePush()).catch(() => {})

/**
 * Overlays of every screen that are not needed at first and not in the first load. A fault of theirs leaves
 * the screens as they are.
 */
export function Later() {
  return (
    <CatchBoundary of="later" Fallback={() => null}>
      <SignedOut />
      <NewRelease />
      <Questions />
      <Shortcuts />
    </CatchBoundary>
  )
}

/** The confirmation request, on every screen; its card is loaded with the first request. */
function Questions() {
  const signedIn = (useQuery(sessionQuery).data ?? null) !== null
  useConfirmationNews(signedIn)
  const confirmations = useQuery({ ...confirmationsQuery, enabled: signedIn })
  return signedIn ? <Confirmations confirmations={confirmations.data ?? []} /> : null
}
