import { useMutation } from '@tanstack/react-query'
import { useWords } from '../../i18n.ts'
import { Outcome } from './Outcome.tsx'
import { refreshConsole } from './queries.ts'

/** Tries again what failed, and says how much that was or why not. `of` names it where there are several. */
export function Retry({
  label,
  of,
  retry,
}: {
  label: string
  of?: string
  retry: () => Promise<{ retried: number }>
}) {
  const { t } = useWords()
  const change = useMutation({ mutationFn: retry, onSettled: refreshConsole })
  const notice = change.data ? t('admin.retried', { count: change.data.retried }) : null
  return (
    <div className="grid justify-items-start gap-2">
      <button
        type="button"
        className="btn"
        aria-disabled={change.isPending}
        onClick={() => change.isPending || change.mutate()}
      >
        {label}
        {of !== undefined && <span className="sr-only">: {of}</span>}
      </button>
      <Outcome done={notice} error={change.error} />
    </div>
  )
}
