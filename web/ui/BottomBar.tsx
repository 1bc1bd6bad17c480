import { createContext, useContext } from 'react'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

/** The bar under the thumb, which the frame owns and a screen fills. */
export const BottomBarSlot = createContext<HTMLElement | null>(null)

export function BottomBar({ children }: { children: ReactNode }) {
  const slot = useContext(BottomBarSlot)
  return slot ? createPortal(children, slot) : null
}
