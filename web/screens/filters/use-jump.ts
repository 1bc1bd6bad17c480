import { useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { SECTIONS } from '../offers/rules.ts'
import type { Section } from '../offers/rules.ts'

/** Sections that stand folded until somebody wants them. */
const FOLDED: ReadonlySet<Section> = new Set<Section>(['ask', 'guards', 'net'])

/**
 * Leads to a section of the editor, unfolded and its title in focus; the one named in the address
 * (`?section=pay`) at once.
 */
export function useJump() {
  const { section: named } = useSearch({ strict: false }) as { section?: string }
  const wanted = SECTIONS.find((section) => section === named)
  const [unfolded, setUnfolded] = useState<Section | null>(
    wanted !== undefined && FOLDED.has(wanted) ? wanted : null,
  )
  const jump = useCallback((section: Section) => {
    if (FOLDED.has(section)) setUnfolded(section)
    lead(section)
  }, [])
  useEffect(() => {
    if (wanted !== undefined) lead(wanted)
  }, [wanted])
  return { jump, unfolded, setUnfolded }
}

function lead(section: Section): void {
  // After what was unfolded is drawn, and after the frame has moved the focus to the page title.
  requestAnimationFrame(() => {
    const title = document.getElementById(`filter-${section}`)
    title?.scrollIntoView({ block: 'start' })
    title?.focus({ preventScroll: true })
  })
}
