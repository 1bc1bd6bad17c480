import type { ReactNode } from 'react'
import { LateSheet } from './LateSheet.tsx'

/** Asks before an irreversible or paid action: its effect, then the two options. */
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
  /** The label of the action. */
  go: string
  /** The label of the cancellation. */
  keep: string
  busy?: boolean
  danger?: boolean
  /** The id of a form among the children that the button submits; otherwise `onGo` is called. */
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
