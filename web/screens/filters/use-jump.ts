import { useSearch } from '../../address.ts'
import { useCallback, useEffect, useState } from 'react'
import { SECTIONS } from '../offers/rules.ts'
import type { Section } from '../offers/rules.ts'

/**
 * Opens a section of the editor and focuses its title; the one named in the address (`?section=pay`) at once.
 */
export function useJump() {
  const { section: name } = useSearch()
  const target = SECTIONS.find((section) => section === name)
  const [unfolded, setUnfolded] = useState<ReadonlySet<Section>>(() => new Set(target ? [target] : []))
  const onFold = useCallback(
    (section: Section, open: boolean) =>
      setUnfolded((before) => {
        const after = new Set(before)
        if (open) after.add(section)
        else after.delete(section)
        return after
      }),
    [],
  )
  const jump = useCallback(
    (section: Section) => {
      onFold(section, true)
      lead(section)
    },
    [onFold],
  )
  useEffect(() => {
    if (target !== undefined) lead(target)
  }, [target])
  return { jump, unfolded, onFold }
}

function lead(section: Section): void {
  // After the expanded part is rendered, and after the frame has moved the focus to the page title.
  requestAnimationFrame(() => {
    const title = document.getElementById(`filter-${section}`)
    title?.scrollIntoView({ block: 'start' })
    title?.focus({ preventScroll: true })
  })
}
