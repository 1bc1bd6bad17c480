import type { ReactNode } from 'react'
import { LateSheet } from './LateSheet.tsx'

/** Asks before something that cannot be taken back, or costs something: what happens, then the two ways. */
export function ConfirmSheet({
  open,
  onOpenChange,
  title,
  go,
  keep,
  busy,
  danger,
  form,
  onGo,
  children,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** What the button does. */
  go: string
  /** What stays when it is not pressed. */
  keep: string
  busy?: boolean
  danger?: boolean
  /** The id of a form among the children that the button sends; otherwise `onGo` is called. */
  form?: string
  onGo?: () => void
  children: ReactNode
}) {
  return (
    <LateSheet
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      footer={
        <div className="grid gap-2">
          <button
            type={form === undefined ? 'button' : 'submit'}
            form={form}
            className="act"
            data-danger={danger}
            aria-disabled={busy}
            onClick={form === undefined && !busy ? onGo : undefined}
          >
            {go}
          </button>
          <button type="button" className="btn w-full" onClick={() => onOpenChange(false)}>
            {keep}
          </button>
        </div>
      }
    >
      {children}
    </LateSheet>
  )
}
