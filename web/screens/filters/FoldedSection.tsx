import { IconChevronDown } from '../../icons/chevron-down.ts'
import { Suspense } from 'react'
import type { ReactNode } from 'react'
import type { Section as SectionName } from '../offers/rules.ts'

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
        <button
          type="button"
          className="grid min-h-12 w-full grid-cols-[minmax(0,1fr)_1.25rem] items-center gap-3 rounded-2xl px-4 py-1 text-left"
          aria-expanded={open}
          onClick={() => onOpen(!open)}
        >
          <span className="min-w-0">
            <span className="block font-bold leading-tight">{title}</span>
            <span className="block text-sm font-normal leading-snug text-muted">{state}</span>
          </span>
          <IconChevronDown
            size={20}
            aria-hidden
            className={`text-muted transition-transform motion-reduce:transition-none ${open ? 'rotate-180' : ''}`}
          />
        </button>
      </h3>
      {open && (
        <Suspense fallback={null}>
          <div className="grid gap-3 px-4 pb-4">{children}</div>
        </Suspense>
      )}
    </section>
  )
}
