import { useWords } from '../i18n.ts'

/** A gray placeholder of loading content; size and place come from `className`. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden className={`skeleton block ${className}`} />
}

/**
 * A loading page: two shapes, below each other or `beside` each other on a desktop, announced once to screen
 * readers.
 */
export function PageSkeleton({ shapes, beside = false }: { shapes: [string, string]; beside?: boolean }) {
  const { t } = useWords()
  return (
    <div
      className={`mx-auto grid w-full max-w-[72rem] gap-6 px-3 pt-1 min-[22.5rem]:px-4 lg:px-6 ${beside ? 'lg:grid-cols-2' : ''}`}
      aria-busy="true"
    >
      <span className="sr-only">{t('shell.loading')}</span>
      {shapes.map((shape, index) => (
        <Skeleton key={index} className={shape} />
      ))}
    </div>
  )
}

/** Loading rows, announced once to screen readers. */
export function SkeletonRows({ rows }: { rows: number }) {
  const { t } = useWords()
  return (
    <div>
      <span className="sr-only">{t('shell.loading')}</span>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="row" aria-hidden>
          <Skeleton className="h-8 w-full" />
          <span className="grid gap-2">
            <Skeleton className="h-4 w-2/3" />
            <Skeleton className="h-3 w-1/2" />
          </span>
          <Skeleton className="h-5 w-14" />
        </div>
      ))}
    </div>
  )
}
