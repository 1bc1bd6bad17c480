import { useId } from 'react'
import type { ReactNode } from 'react'

/** One part of the profile with its title. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid content-start gap-3">
      <h2 id={id} className="text-xl font-extrabold tracking-[-0.01em]">
        {title}
      </h2>
      {children}
    </section>
  )
}
