import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '../../queries.ts'
import { NewRelease } from './NewRelease.tsx'

/** What lies over every screen but need not be there at first: the first load does without its bytes. */
export function Later() {
  return (
    <QueryClientProvider client={queryClient}>
      <NewRelease />
    </QueryClientProvider>
  )
}
