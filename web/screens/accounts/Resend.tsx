import { useMutation } from '@tanstack/react-query'
import { announce } from '../../announce.ts'
import { api, toProblem } from '../../client.ts'
import { useServerTime } from '../../clock.ts'
import { formatLeft } from '../../countdown.ts'
import { useWords } from '../../i18n.ts'
import { Notice } from '../../ui/Notice.tsx'
import { useProblemText } from './problem-text.ts'
import type { CodeSent } from './ticket.ts'

const SECOND_MS = 1_000

/** How long the code is still valid, in a text with this id, and a way to get another one. */
export function Resend({
  id,
  sent,
  spent,
  onSent,
}: {
  id: string
  sent: CodeSent
  /** Its tries are used up: another one may be asked for at once. */
  spent: boolean
  onSent: (sent: CodeSent) => void
}) {
  const { t } = useWords()
  const now = useServerTime(SECOND_MS)
  const resend = useMutation({
    mutationFn: () => api.accounts.resendCode({ ticket: sent.ticket }),
    onSuccess: (next) => {
      onSent(next)
      announce(t('otp.again_done'))
    },
  })
  const left = formatLeft(wholeSecond(sent.expiresAt), now)
  const wait = spent ? null : formatLeft(wholeSecond(sent.resendAt), now)
  const notSent = useProblemText(resend.error ? toProblem(resend.error) : null)
  return (
    <>
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p id={id} className={`tnum ${left === null ? 'font-semibold text-red' : 'text-muted'}`}>
          {left === null ? t('otp.over') : spent ? '' : t('otp.good_for', { left })}
        </p>
        <button
          type="button"
          className="btn tnum aria-disabled:text-muted"
          data-strong={spent}
          aria-disabled={wait !== null || resend.isPending}
          onClick={() => wait === null && !resend.isPending && resend.mutate()}
        >
          {resend.isPending
            ? t('otp.again_busy')
            : wait === null
              ? t('otp.again')
              : t('otp.again_in', { left: wait })}
        </button>
      </div>
      {notSent && <Notice kind="bad">{notSent}</Notice>}
      {resend.isSuccess && !notSent && <Notice kind="good">{t('otp.again_done')}</Notice>}
    </>
  )
}

/** The clock counts whole seconds: five minutes begin at 5:00, not at 5:01. */
function wholeSecond(at: number): number {
  return Math.floor(at / SECOND_MS) * SECOND_MS
}
