import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { announce } from '../../announce.ts'
import { api, toProblem } from '../../client.ts'
import { useServerTime } from '../../clock.ts'
import { formatLeft } from '../../countdown.ts'
import { useWords } from '../../i18n.ts'
import { CodeField } from '../../ui/CodeField.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useProblemText } from './problem-text.ts'
import type { CodeSent } from './ticket.ts'

const SECOND_MS = 1_000
const LENGTH = 6

/** Six digits, their remaining time, and a resend; `check` sends them to the server. */
export function CodePanel({
  sent,
  onSent,
  check,
}: {
  sent: CodeSent
  /** Another code was sent. */
  onSent: (sent: CodeSent) => void
  check: (code: string) => Promise<void>
}) {
  const { t } = useWords()
  const id = useId()
  const now = useServerTime(SECOND_MS)
  const [code, setCode] = useState('')
  const confirm = useMutation({
    mutationFn: check,
    // A wrong code is cleared; after a lost connection the code stays and can be sent again.
    onError: (thrown) => toProblem(thrown).code.startsWith('accounts.') && setCode(''),
  })
  const resend = useMutation({
    mutationFn: () => api.accounts.resendCode({ ticket: sent.ticket }),
    onSuccess: (next) => {
      setCode('')
      confirm.reset()
      onSent(next)
      announce(t('otp.again_done'))
    },
  })
  const left = formatLeft(wholeSecond(sent.expiresAt), now)
  const wait = formatLeft(wholeSecond(sent.resendAt), now)
  const wrong = useProblemText(confirm.error ? toProblem(confirm.error) : null)
  const notSent = useProblemText(resend.error ? toProblem(resend.error) : null)
  const send = (full: string) => {
    if (full.length === LENGTH && !confirm.isPending) confirm.mutate(full)
  }
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        send(code)
      }}
    >
      <CodeField
        focused
        label={t('otp.code')}
        value={code}
        error={wrong ?? undefined}
        describedBy={id}
        onChange={(next) => {
          setCode(next)
          if (confirm.isError) confirm.reset()
        }}
        onFull={send}
      />
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p id={id} className={`tnum ${left === null ? 'font-semibold text-red' : 'text-muted'}`}>
          {left === null ? t('otp.over') : t('otp.good_for', { left })}
        </p>
        <button
          type="button"
          className="btn tnum aria-disabled:text-muted"
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
      <button
        type="submit"
        className="act"
        data-quiet={code.length < LENGTH}
        aria-disabled={code.length < LENGTH || confirm.isPending}
      >
        {t(confirm.isPending ? 'otp.checking' : 'otp.go')}
      </button>
    </form>
  )
}

/** The clock counts whole seconds: five minutes begin at 5:00, not at 5:01. */
function wholeSecond(at: number): number {
  return Math.floor(at / SECOND_MS) * SECOND_MS
}
