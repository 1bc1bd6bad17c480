import { useWords } from '../../i18n.ts'
import { Notice } from '../../ui/Notice.tsx'
import { RefusalNotice } from '../../ui/RefusalNotice.tsx'

/** The result of an operator's action: done, or why not. */
export function Outcome({ done, error }: { done: string | null; error: Error | null }) {
  const { t } = useWords()
  if (error) return <RefusalNotice error={error} sentence={(reason) => t('admin.not_done', { reason })} />
  return done === null ? null : <Notice kind="good">{done}</Notice>
}
