import { createContext, useCallback, useContext, useState } from 'react'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

/** The bottom bar, owned by the frame and filled by a screen. */
export const BottomBarSlot = createContext<HTMLElement | null>(null)

export function BottomBar({ children }: { children: ReactNode }) {
  const slot = useContext(BottomBarSlot)
  return slot ? createPortal(children, slot) : null
}

/**
 * The frame's slot, and the ref of its place. The slot exists before the frame does, so that a screen fills
 * it in the first rendering: a slot that a ref reports would render the whole frame a second time.
 */
export function useBottomBarSlot(): [slot: HTMLElement, place: (place: HTMLElement | null) => void] {
  const [slot] = useState(() => {
    const element = document.createElement('div')
    element.className = 'mx-auto grid max-w-[69rem] gap-2'
    return element
  })
  return [slot, useCallback((place) => place?.append(slot), [slot])]
}
