import type { ReactNode } from 'react'

/** One part of a registration form with its title. */
export function RegisterPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-4">
      <h2 className="text-xl font-extrabold tracking-[-0.01em]">{title}</h2>
      {children}
    </section>
  )
}
