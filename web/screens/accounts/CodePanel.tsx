import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { toProblem } from '../../client.ts'
import type { Problem } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import { CodeField } from '../../ui/CodeField.tsx'
import { submit } from '../../ui/submit.ts'
import { DemoCode } from './DemoCode.tsx'
import { Resend } from './Resend.tsx'
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
  const [spent, setSpent] = useState<CodeSent | null>(null)
  const confirm = useMutation({
    mutationFn: check,
    onError: (thrown) => {
      if (toProblem(thrown).code.startsWith('accounts.')) setCode('')
      if (isSpent(toProblem(thrown))) setSpent(sent)
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
          onUse={(shown) => {
            setCode(shown)
            send(shown)
          }}
        />
      )}
      <Resend
        id={id}
        sent={sent}
        spent={spent === sent}
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
