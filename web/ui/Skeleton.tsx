import { useWords } from '../i18n.ts'

/** A grey shape of what is on its way; size and place come from `className`. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden className={`skeleton block ${className}`} />
}

/** Rows on their way, said once to screen readers. */
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
