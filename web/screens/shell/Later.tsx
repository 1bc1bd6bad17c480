import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Suspense, lazy, useState } from 'react'
import { withMoreWords } from '../../i18n.ts'
import { queryClient, sessionQuery } from '../../queries.ts'
import { asksQuery, useAskNews } from '../bot/asks.ts'
import { NewRelease } from './NewRelease.tsx'

const Asks = lazy(() => withMoreWords(import('../bot/Asks.tsx')).then((module) => ({ default: module.Asks })))

/** Overlays of every screen that are not needed at first and not in the first load. */
export function Later() {
  return (
    <QueryClientProvider client={queryClient}>
      <NewRelease />
      <Questions />
    </QueryClientProvider>
  )
}

/** The confirmation request, on every screen; its card is loaded with the first request. */
function Questions() {
  const signedIn = (useQuery(sessionQuery).data ?? null) !== null
  useAskNews(signedIn)
  const asks = useQuery({ ...asksQuery, enabled: signedIn })
  const [wanted, setWanted] = useState(false)
  if (!wanted && (asks.data?.length ?? 0) > 0) setWanted(true)
  return wanted && signedIn ? (
    <Suspense fallback={null}>
      <Asks asks={asks.data ?? []} />
    </Suspense>
  ) : null
}
