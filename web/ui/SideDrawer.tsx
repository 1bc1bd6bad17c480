import { Drawer } from '@base-ui/react/drawer'
import type { ReactNode } from 'react'
import { SHADE } from './shade.ts'
import { useBack } from './use-back.ts'

/** The menu on a phone: slides in from the left, closes by a swipe, Escape or a tap beside it. */
export function SideDrawer({
  open,
  onOpenChange,
  label,
  children,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  label: string
  children: ReactNode
}) {
  useBack(open, () => onOpenChange(false))
  return (
    <Drawer.Root open={open} onOpenChange={onOpenChange} swipeDirection="left">
      <Drawer.Portal>
        <Drawer.Backdrop className={SHADE} />
        <Drawer.Viewport className="fixed inset-0 z-50 flex justify-start">
          <Drawer.Popup
            aria-label={label}
            className="h-full w-[18.5rem] max-w-[88vw] bg-surface text-text outline-none [transform:translateX(var(--drawer-swipe-movement-x))] transition-transform duration-300 ease-[cubic-bezier(0.32,0.72,0,1)] data-swiping:duration-0 data-starting-style:[transform:translateX(-100%)] data-ending-style:[transform:translateX(-100%)] motion-reduce:transition-none"
          >
            <Drawer.Content className="h-full">{children}</Drawer.Content>
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  )
}
