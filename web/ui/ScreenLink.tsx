import type { ReactNode } from 'react'
import { writeHash } from '../address.ts'
import type { Screen } from '../screens/table.ts'

/** A link to a screen by its name; its chunk is prefetched when a finger approaches. */
export function ScreenLink({
  screen,
  search,
  className,
  current,
  holds,
  strong,
  children,
  onClick,
}: {
  screen: Screen
  search?: Record<string, string | number>
  className?: string
  /** The link of the current screen. */
  current?: boolean
  /** The link, among several, that the current screen belongs to. */
  holds?: boolean
  strong?: boolean
  children: ReactNode
  onClick?: () => void
}) {
  return (
    <a
      href={writeHash(`/${screen}`, search)}
      className={className ?? 'btn'}
      aria-current={current ? 'page' : holds || undefined}
      data-strong={strong}
      onClick={onClick}
    >
      {children}
    </a>
  )
}
