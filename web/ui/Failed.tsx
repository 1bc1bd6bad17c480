import { IconRoadOff } from '../icons/first.ts'
import type { ReactNode } from 'react'
import { toProblem } from '../client.ts'
import { useWords } from '../i18n.ts'

/** The fallback of failed loading: the reason, and a retry. */
export function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t, say } = useWords()
  const problem = toProblem(error)
  return (
    <div className="grid justify-items-center gap-2 px-6 py-10 text-center" role="alert">
      <IconRoadOff size={36} className="text-muted" aria-hidden />
      <p className="text-lg font-extrabold">{t('shell.failed')}</p>
      <p className="max-w-[36ch] text-muted">{say(`error.${problem.code}`, problem.params)}</p>
      <button type="button" className="btn mt-2" onClick={onRetry}>
        {t('shell.retry')}
      </button>
    </div>
  )
}

/** In place of data that is missing: why it failed, or `children` while it loads. What is there stays. */
export function FailedOr({
  query,
  children,
}: {
  query: { data?: unknown; isError: boolean; error: unknown; refetch: () => unknown }
  children: ReactNode
}) {
  if (!query.isError || query.data !== undefined) return children
  return <Failed error={query.error} onRetry={() => void query.refetch()} />
}
