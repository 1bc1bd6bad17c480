import type { ReactNode } from 'react'
import type { Section as SectionName } from '../offers/rules.ts'

/** One part of the filter, with a title that links can target. */
export function Section({
  name,
  title,
  hint,
  aside,
  children,
}: {
  name: SectionName
  title: string
  hint?: string | undefined
  aside?: ReactNode
  children?: ReactNode
}) {
  const id = `filter-${name}`
  return (
    <section aria-labelledby={id}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id={id} tabIndex={-1} className="text-xl font-extrabold tracking-[-0.01em] outline-none">
          {title}
        </h2>
        {aside}
      </div>
      {hint && <p className="mt-0.5 leading-snug text-muted">{hint}</p>}
      {children && <div className="mt-2 empty:hidden">{children}</div>}
    </section>
  )
}
