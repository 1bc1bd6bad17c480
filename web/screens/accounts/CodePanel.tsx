import { useMutation, useInfiniteQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { announce } from '../../announce.ts'
import { toProblem, api } from '../../client.ts'
import type { Problem } from '../../client.ts'
import { useServerTime } from '../../clock.ts'
import { formatLeft } from '../../countdown.ts'
import { useWords } from '../../i18n.ts'
import { IconMailOpened } from '../../icons/sign-in.ts'
import { CodeField } from '../../ui/CodeField.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { submit } from '../../ui/submit.ts'
import { receivedQuery } from '../notify/received-query.ts'
import { findCode } from '../notify/received-text.ts'
import { useProblemText } from './problem-text.ts'
import type { CodeSent } from './ticket.ts'

const LENGTH = 6

/**
 * Six digits, their remaining time, and a resend; `check` sends them to the server. A wrong code is cleared;
 * after a lost connection the code stays and can be sent again.
 */
export function CodePanel({
  sent,
  onSent,
  check,
  demoTo = null,
}: {
  sent: CodeSent
  onSent: (sent: CodeSent) => void
  check: (code: string) => Promise<void>
  /** Whose message a demo shows here; null = none. */
  demoTo?: string | null
}) {
  const { t } = useWords()
  const id = useId()
  const [code, setCode] = useState('')
  const [spentCode, setSpentCode] = useState<CodeSent | null>(null)
  const confirm = useMutation({
    mutationFn: check,
    onError: (thrown) => {
      if (toProblem(thrown).code.startsWith('accounts.')) setCode('')
      if (isSpent(toProblem(thrown))) setSpentCode(sent)
    },
  })
  const wrong = useProblemText(confirm.error ? toProblem(confirm.error) : null)
  const send = (full: string) => {
    if (full.length === LENGTH && !confirm.isPending) confirm.mutate(full)
  }
  return (
    <form noValidate className="grid gap-4" onSubmit={submit(() => send(code))}>
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
      {demoTo !== null && (
        <DemoCode
          to={demoTo}
          onUse={(next) => {
            setCode(next)
            send(next)
          }}
        />
      )}
      <Resend
        id={id}
        sent={sent}
        spent={spentCode === sent}
        onSent={(next) => {
          setCode('')
          confirm.reset()
          onSent(next)
        }}
      />
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

/** Whether the tries of a code are used up; the next one has its own. */
function isSpent({ code, params }: Problem): boolean {
  return code === 'accounts.code_tries' || params.triesLeft === 0
}

/** In the demo no message leaves this machine: the newest code of a recipient, to be used with one tap. */
function DemoCode({ to, onUse }: { to: string; onUse: (code: string) => void }) {
  const { t } = useWords()
  const inbox = useInfiniteQuery(receivedQuery(to))
  const messages = inbox.data?.pages[0]?.messages ?? []
  const code = messages.map(({ text }) => findCode(text)).find((each) => each !== null)
  if (code === undefined) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-2xl bg-surface-2 px-4 py-2">
      <IconMailOpened size={22} aria-hidden className="shrink-0 text-amber-text" />
      <p className="min-w-0 flex-1 font-semibold leading-snug">{t('otp.demo', { code })}</p>
      <button type="button" className="btn !bg-surface" onClick={() => onUse(code)}>
        {t('otp.demo_use')}
      </button>
    </div>
  )
}

const SECOND_MS = 1_000

/** How long the code is still valid, in a text with this id, and a way to get another one. */
function Resend({
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
  const timeLeft = formatLeft(wholeSecond(sent.expiresAt), now)
  const wait = spent ? null : formatLeft(wholeSecond(sent.resendAt), now)
  const notSent = useProblemText(resend.error ? toProblem(resend.error) : null)
  return (
    <>
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p id={id} className={`tnum ${timeLeft === null ? 'font-semibold text-red' : 'text-muted'}`}>
          {timeLeft === null ? t('otp.over') : spent ? '' : t('otp.good_for', { left: timeLeft })}
        </p>
        <button
          type="button"
          className="btn tnum aria-disabled:text-muted"
          data-strong={spent}
          aria-disabled={wait !== null || resend.isPending}
          onClick={() => wait === null && !resend.isPending && resend.mutate()}
        >
          {resend.isPending
            ? t('form.sending')
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
