import type { Section } from '../../offers/rules.ts'

/** Leads to a section of the editor on screen: its title comes into view and takes the focus. */
export function jumpTo(section: Section): void {
  // After a sheet that closes has given the focus back.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const title = document.getElementById(`filter-${section}`)
      title?.scrollIntoView({ block: 'start' })
      title?.focus({ preventScroll: true })
    }),
  )
}
