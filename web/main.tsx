import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { firstLanguage, setLanguage } from './i18n.ts'
import { queryClient, sessionQuery } from './queries.ts'
import { preloadScreens, router } from './routes.tsx'

/** How long after the first painting the other screens may be fetched. */
const QUIET_MS = 1_500

// Words, first screen and session travel side by side; the painted skeleton stays until there is something to show.
const words = setLanguage(firstLanguage()).catch(() => setLanguage('en'))
const screen = router.load()
void queryClient.prefetchQuery(sessionQuery)

void Promise.allSettled([words, screen]).then(() => {
  const element = document.getElementById('root')
  if (!element) return
  createRoot(element).render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  setTimeout(() => {
    if ('requestIdleCallback' in window) requestIdleCallback(preloadScreens, { timeout: 5_000 })
    else preloadScreens()
  }, QUIET_MS)
})
