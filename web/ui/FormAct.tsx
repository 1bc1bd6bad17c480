import type { ReactNode } from 'react'
import { BottomBar } from './BottomBar.tsx'
import { useDesktop } from './media.ts'

/** The main action of a form: under the thumb on a phone, at the end of the form on a desktop. */
export function FormAct({
  form,
  busy,
  children,
}: {
  /** The id of the form that it submits. */
  form: string
  busy: boolean
  children: ReactNode
}) {
  const desktop = useDesktop()
  const button = (
    <button type="submit" form={form} className="act" aria-disabled={busy}>
      {children}
    </button>
  )
  return desktop ? button : <BottomBar>{button}</BottomBar>
}
