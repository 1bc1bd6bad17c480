import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Suspense, lazy, useState } from 'react'
import { withMoreWords } from '../../i18n.ts'
import { queryClient, sessionQuery } from '../../queries.ts'
import { asksQuery, useAskNews } from '../bot/asks.ts'
import { NewRelease } from './NewRelease.tsx'

const Asks = lazy(() => withMoreWords(import('../bot/Asks.tsx')).then((module) => ({ default: module.Asks })))

/** What lies over every screen but need not be there at first: the first load does without its bytes. */
export function Later() {
  return (
    <QueryClientProvider client={queryClient}>
      <NewRelease />
      <Questions />
    </QueryClientProvider>
  )
}

/** What the driver is asked, wherever they are; its card comes with the first question. */
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
