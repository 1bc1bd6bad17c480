import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Outputs } from '@madruga/core/contract.ts'
import { announce } from '../../announce.ts'
import { api, toProblem } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import { botQuery, queryClient } from '../../queries.ts'
import { FormAct } from '../../ui/FormAct.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { Refused } from './Refused.tsx'

type Challenge = NonNullable<Outputs['platforms']['verification']['challenge']>

/** One check: the platform's text and picture unchanged, and a field for the answer. */
export function CaptchaForm({
  challenge,
  botWaits,
  onSolved,
  onRefused,
}: {
  challenge: Challenge
  botWaits: boolean
  onSolved: () => void
  /** The platform may request another one now. */
  onRefused: () => void
}) {
  const { t, say } = useWords()
  const [answer, setAnswer] = useState('')
  const [asked, setAsked] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const send = useMutation({
    mutationFn: () => api.platforms.answerVerification({ id: challenge.id, answer: answer.trim() }),
    onSuccess: async () => {
      announce(`${t('check.solved')}. ${t(botWaits ? 'check.solved_bot' : 'check.solved_text')}`)
      onSolved()
      await queryClient.invalidateQueries({ queryKey: botQuery.queryKey })
    },
    onError: () => {
      setAsked(false)
      setAnswer('')
      field.current?.focus()
      onRefused()
    },
  })
  const problem = send.error ? toProblem(send.error) : null
  const wrong = problem?.code === 'platforms.wrong_answer' && answer === ''
  const error = wrong
    ? say(`error.${problem.code}`, problem.params)
    : asked && answer.trim() === ''
      ? t('check.need_answer')
      : undefined
  return (
    <form
      id="check"
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        setAsked(true)
        if (answer.trim() === '') field.current?.focus()
        else if (!send.isPending) send.mutate()
      }}
    >
      <Task challenge={challenge} botWaits={botWaits} />
      <TextField
        ref={field}
        label={t('check.answer')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
        className="text-center text-2xl font-extrabold tracking-[0.12em]"
        value={answer}
        error={error}
        onChange={(event) => setAnswer(event.target.value)}
      />
      {problem?.code !== 'platforms.wrong_answer' && <Refused error={send.error} />}
      <p className="text-sm leading-snug text-muted">{t('check.other_way')}</p>
      <FormAct form="check" busy={send.isPending}>
        {t(send.isPending ? 'check.sending' : 'check.send')}
      </FormAct>
    </form>
  )
}

/** What is asked, and why. */
function Task({ challenge: { question, image }, botWaits }: { challenge: Challenge; botWaits: boolean }) {
  const { t } = useWords()
  return (
    <>
      <div>
        <h2 className="text-2xl font-extrabold leading-tight tracking-[-0.01em]">{t('check.title')}</h2>
        <p className="mt-1 leading-snug text-muted">{t(botWaits ? 'check.waits' : 'check.text')}</p>
      </div>
      <div className="card grid gap-3 p-4">
        <p className="text-lg font-bold leading-snug">{question}</p>
        {image === '' ? (
          <p className="text-muted">{t('check.picture_missing')}</p>
        ) : (
          <img src={image} alt={t('check.picture')} className="block h-auto w-full rounded-xl bg-white" />
        )}
      </div>
    </>
  )
}
