import { IconRoadOff } from '@tabler/icons-react'
import { toProblem } from '../client.ts'
import { useWords } from '../i18n.ts'

/** What stands where something did not load: the reason, and a way to try again. */
export function Failed({
  error,
  title,
  onRetry,
}: {
  error: unknown
  /** Where the seed has words of its own for it. */
  title?: string
  onRetry: () => void
}) {
  const { t, say } = useWords()
  const problem = toProblem(error)
  return (
    <div className="grid justify-items-center gap-2 px-6 py-10 text-center" role="alert">
      <IconRoadOff size={36} className="text-muted" aria-hidden />
      <p className="text-lg font-extrabold">{title ?? t('shell.failed')}</p>
      <p className="max-w-[36ch] text-muted">{say(`error.${problem.code}`, problem.params)}</p>
      <button type="button" className="btn mt-2" onClick={onRetry}>
        {t('shell.retry')}
      </button>
    </div>
  )
}
