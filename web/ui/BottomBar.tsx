import { createContext, useContext } from 'react'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

/** The bottom bar, owned by the frame and filled by a screen. */
export const BottomBarSlot = createContext<HTMLElement | null>(null)

export function BottomBar({ children }: { children: ReactNode }) {
  const slot = useContext(BottomBarSlot)
  return slot ? createPortal(children, slot) : null
}
