import { useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { SECTIONS } from '../offers/rules.ts'
import type { Section } from '../offers/rules.ts'

/** Sections that are collapsed by default. */
const FOLDED: ReadonlySet<Section> = new Set<Section>(['confirmation', 'safetyLimits', 'net'])

/**
 * Opens a section of the editor and focuses its title; the one named in the address (`?section=pay`) at once.
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
  // After the expanded part is rendered, and after the frame has moved the focus to the page title.
  requestAnimationFrame(() => {
    const title = document.getElementById(`filter-${section}`)
    title?.scrollIntoView({ block: 'start' })
    title?.focus({ preventScroll: true })
  })
}
