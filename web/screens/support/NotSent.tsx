import type { Problem } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import { Notice } from '../../ui/Notice.tsx'

/** Why a message was not sent; nothing without a problem. */
export function NotSent({ problem }: { problem: Problem | null }) {
  const { t, say } = useWords()
  if (problem === null) return null
  return (
    <Notice kind="bad">
      {t('support.failed', { reason: say(`error.${problem.code}`, problem.params) })}
    </Notice>
  )
}
