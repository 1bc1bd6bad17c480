import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { EmbeddedFields } from './EmbeddedFields.tsx'
import { Question } from './Question.tsx'
import type { Fields } from './fields.ts'

/**
 * Renders the fields as a separate root inside an element, like Stripe's script does; returns how to remove
 * them.
 */
export function drawFields(place: HTMLElement, fields: Fields): () => void {
  const root = createRoot(place)
  root.render(createElement(EmbeddedFields, { fields }))
  // The surrounding page may be rendering, and roots must not unmount during another render.
  return () => queueMicrotask(() => root.unmount())
}

/** Shows the bank's authentication over the page; resolves when it was completed or dismissed. */
export function askInFrame(url: string): Promise<void> {
  return new Promise((resolve) => {
    const place = document.body.appendChild(document.createElement('div'))
    const root = createRoot(place)
    // Content beneath a dialog is unreachable; not every screen reader infers that.
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
