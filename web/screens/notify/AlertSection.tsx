import type { ReactNode } from 'react'

/** One part of the settings. */
export function AlertSection({
  name,
  title,
  hint,
  children,
}: {
  name: string
  title: string
  hint?: string
  children: ReactNode
}) {
  return (
    <section aria-labelledby={`alerts-${name}`}>
      <h2 id={`alerts-${name}`} className="text-xl font-extrabold tracking-[-0.01em]">
        {title}
      </h2>
      {hint && <p className="mt-0.5 leading-snug text-muted">{hint}</p>}
      <div className="mt-3 grid gap-2">{children}</div>
    </section>
  )
}
