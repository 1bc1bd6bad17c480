import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useBack } from './use-back.ts'

/** A dialog of a desktop, near the top of the page; Escape, or a click beside it, closes it. */
export function Dialog({
  open,
  onClose,
  label,
  children,
}: {
  open: boolean
  onClose: () => void
  label: string
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  useBack(open, onClose)
  useEffect(() => {
    if (open) dialog.current?.showModal()
    else dialog.current?.close()
  }, [open])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- Escape is the browser's own key for it
    <dialog
      ref={dialog}
      aria-label={label}
      className="mx-auto mt-[12vh] max-h-[80vh] w-[34rem] max-w-[94vw] overflow-y-auto rounded-2xl border border-line bg-surface p-0 text-text shadow-[0_12px_40px_var(--shade)] backdrop:bg-black/60"
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      {children}
    </dialog>
  )
}
