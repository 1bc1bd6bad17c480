import type { Section } from '../../offers/rules.ts'

/** Scrolls to a section of the editor and focuses its title. */
export function jumpTo(section: Section): void {
  // After a closing sheet has returned the focus.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const title = document.getElementById(`filter-${section}`)
      title?.scrollIntoView({ block: 'start' })
      title?.focus({ preventScroll: true })
    }),
  )
}
