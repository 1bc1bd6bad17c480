import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Screen } from '../screens/table.ts'

/** A link to a screen by its name; its chunk is fetched when the finger nears it. */
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
  /** The link of the screen on show. */
  current?: boolean
  /** The link, of several, that the screen on show belongs to. */
  holds?: boolean
  strong?: boolean
  children: ReactNode
  onClick?: () => void
}) {
  return (
    <Link
      to={`/${screen}`}
      className={className ?? 'btn'}
      aria-current={current ? 'page' : holds || undefined}
      data-strong={strong}
      {...(search ? { search } : {})}
      {...(onClick ? { onClick } : {})}
    >
      {children}
    </Link>
  )
}
