import { toProblem } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import { Notice } from '../../ui/Notice.tsx'

/** The result of an operator's action: done, or why not. */
export function Outcome({ done, error }: { done: string | null; error: Error | null }) {
  const { t, say } = useWords()
  if (error) {
    const problem = toProblem(error)
    return (
      <Notice kind="bad">
        {t('admin.not_done', { reason: say(`error.${problem.code}`, problem.params) })}
      </Notice>
    )
  }
  return done === null ? null : <Notice kind="good">{done}</Notice>
}
