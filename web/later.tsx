import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { loadMoreWords } from './i18n.ts'
import { queryClient } from './queries.ts'
import { watchReleases } from './release.ts'
import { NewRelease } from './screens/shell/NewRelease.tsx'

/** What lies over every screen but need not be there at first: the first load does without its bytes. */
export async function openLater(): Promise<void> {
  await Promise.all([watchReleases(), loadMoreWords()])
  const place = document.createElement('div')
  document.body.append(place)
  createRoot(place).render(
    <QueryClientProvider client={queryClient}>
      <NewRelease />
    </QueryClientProvider>,
  )
}
