import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { EmbeddedFields } from './EmbeddedFields.tsx'
import { Question } from './Question.tsx'
import type { Fields } from './fields.ts'

/**
 * Draws the fields as a page of their own inside a place, as Stripe's script does; answers how they are taken
 * away.
 */
export function drawFields(place: HTMLElement, fields: Fields): () => void {
  const root = createRoot(place)
  root.render(createElement(EmbeddedFields, { fields }))
  // The page around it may be drawing right now, and one drawing does not end another.
  return () => queueMicrotask(() => root.unmount())
}

/** Shows the bank's question over the page; ends when it was answered or put away. */
export function askInFrame(url: string): Promise<void> {
  return new Promise((resolve) => {
    const place = document.body.appendChild(document.createElement('div'))
    const root = createRoot(place)
    // Beneath a dialog nothing can be reached; not every reader of screens knows it by itself.
    const page = document.getElementById('root')
    page?.setAttribute('aria-hidden', 'true')
    const onEnd = () => {
      page?.removeAttribute('aria-hidden')
      root.unmount()
      place.remove()
      resolve()
    }
    root.render(createElement(Question, { url, onEnd }))
  })
}
