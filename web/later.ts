import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { loadMoreWords } from './i18n.ts'
import { watchReleases } from './release.ts'
import { Later } from './screens/shell/Later.tsx'

/** Renders overlays of all screens, in a tree of their own, once the page is idle. */
export async function openLater(): Promise<void> {
  await Promise.all([watchReleases(), loadMoreWords()])
  const place = document.createElement('div')
  document.body.append(place)
  createRoot(place).render(createElement(Later))
}
