import type { ReactNode } from 'react'

/** Two numbers side by side inside a card, on phones as narrow as 360 px. */
export function TightPair({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.75rem),1fr))] gap-3">{children}</div>
  )
}
