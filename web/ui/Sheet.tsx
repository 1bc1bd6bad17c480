import { Drawer } from '@base-ui/react/drawer'
import { IconX } from '../icons/first.ts'
import type { ReactNode } from 'react'
import { useWords } from '../i18n.ts'
import { SHADE } from './shade.ts'
import { useBack } from './use-back.ts'

/** A sheet from the bottom edge (a centered card on a desktop), with its title and a close button. */
export function Sheet({
  open,
  onOpenChange,
  title,
  children,
  footer,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  children: ReactNode
  footer?: ReactNode
}) {
  const { t } = useWords()
  useBack(open, () => onOpenChange(false))
  return (
    <Drawer.Root open={open} onOpenChange={onOpenChange}>
      <Drawer.Portal>
        <Drawer.Backdrop className={SHADE} />
        <Drawer.Viewport className="fixed inset-0 z-50 flex items-end justify-center lg:items-center">
          <Drawer.Popup className="flex max-h-[92dvh] w-full max-w-[35rem] flex-col rounded-t-3xl bg-surface text-text outline-none [transform:translateY(var(--drawer-swipe-movement-y))] transition-transform duration-300 ease-[cubic-bezier(0.32,0.72,0,1)] data-swiping:duration-0 data-starting-style:[transform:translateY(100%)] data-ending-style:[transform:translateY(100%)] motion-reduce:transition-none lg:rounded-3xl">
            <div className="mx-auto mt-3 h-1.5 w-11 shrink-0 rounded-full bg-line lg:hidden" aria-hidden />
            <div className="flex shrink-0 items-start gap-2 pl-5 pr-2 pt-2 lg:pt-4">
              <Drawer.Title className="flex-1 pt-2.5 text-[1.375rem] font-extrabold leading-tight tracking-[-0.01em]">
                {title}
              </Drawer.Title>
              <Drawer.Close
                className="grid size-12 shrink-0 place-items-center rounded-xl hover:bg-surface-2"
                aria-label={t('shell.close')}
              >
                <IconX size={22} aria-hidden />
              </Drawer.Close>
            </div>
            <Drawer.Content className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pb-5 pt-1">
              {children}
            </Drawer.Content>
            {footer && (
              <div className="shrink-0 border-t border-line px-5 pb-[calc(0.75rem+env(safe-area-inset-bottom))] pt-3">
                {footer}
              </div>
            )}
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  )
}
