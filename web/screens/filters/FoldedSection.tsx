import { Suspense } from 'react'
import type { ReactNode } from 'react'
import type { Section as SectionName } from '../offers/rules.ts'
import { FoldButton } from './Rows.tsx'

/** A part of the filter that most drivers leave unchanged: its title and state in one row, expandable. */
export function FoldedSection({
  name,
  title,
  state,
  open,
  onOpen,
  children,
}: {
  name: SectionName
  title: string
  /** A short summary of the settings. */
  state: string
  open: boolean
  onOpen: (open: boolean) => void
  children: ReactNode
}) {
  const id = `filter-${name}`
  return (
    <section aria-labelledby={id} className="bg-surface">
      <h3 id={id} tabIndex={-1} className="scroll-mt-18 rounded-2xl">
        <FoldButton open={open} onToggle={() => onOpen(!open)}>
          <span className="min-w-0 flex-1">
            <span className="block font-bold leading-tight">{title}</span>
            <span className="block text-sm font-normal leading-snug text-muted">{state}</span>
          </span>
        </FoldButton>
      </h3>
      {open && (
        <Suspense fallback={null}>
          <div className="grid gap-3 px-4 pb-4">{children}</div>
        </Suspense>
      )}
    </section>
  )
}
