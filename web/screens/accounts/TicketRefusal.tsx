import { useWords } from '../../i18n.ts'
import { Notice } from '../../ui/Notice.tsx'
import type { useSending } from './use-sending.ts'

/** Why the last step was refused; with an expired ticket one can start over. */
export function TicketRefusal({
  sending: { problem, refusal },
  onAgain,
}: {
  sending: Pick<ReturnType<typeof useSending>, 'problem' | 'refusal'>
  onAgain: () => void
}) {
  const { t } = useWords()
  if (refusal === null) return null
  return (
    <Notice
      kind="bad"
      actions={
        problem?.code === 'accounts.ticket_invalid' && (
          <button type="button" className="btn" onClick={onAgain}>
            {t('register.again')}
          </button>
        )
      }
    >
      {refusal}
    </Notice>
  )
}
