import { queryOptions, useQuery, useMutation } from '@tanstack/react-query'
import { useEffect, useState, useRef } from 'react'
import type { Outputs } from '@madruga/core/contract.ts'
import { announce } from '../../announce.ts'
import { api, toProblem } from '../../client.ts'
import { recallDriver } from '../../driver.ts'
import { useWords } from '../../i18n.ts'
import { IconCircleCheck } from '../../icons/first.ts'
import { botQuery, queryClient } from '../../queries.ts'
import { Failed } from '../../ui/Failed.tsx'
import { FormAct } from '../../ui/FormAct.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { homeScreen } from '../shell/menu.ts'
import { Refused } from './Refused.tsx'

/** How often an open page checks for a new human check; elsewhere the alert reports it. */
const LOOK_MS = 15_000

const verificationQuery = queryOptions({
  queryKey: ['verification'],
  queryFn: ({ signal }) => api.platforms.verification(undefined, { signal }),
  refetchInterval: LOOK_MS,
  staleTime: 0,
})

/** The platform's human check, relayed to the person at this screen, and their answer back. */
export function Captcha() {
  const { t } = useWords()
  const check = useQuery(verificationQuery)
  const { data: bot } = useQuery(botQuery)
  const waits = bot?.reason === 'human_verification'
  const { refetch } = check
  useEffect(() => {
    // The live stream knows first.
    if (waits) void refetch()
  }, [waits, refetch])
  const [solution, setSolution] = useState<{ botWaited: boolean } | null>(null)
  const { data } = check
  if (!data) {
    if (check.isError) return <Failed error={check.error} onRetry={() => void check.refetch()} />
    return (
      <div className="reading grid gap-4 px-3 pt-1 min-[22.5rem]:px-4 lg:px-6" aria-busy="true">
        <span className="sr-only">{t('shell.loading')}</span>
        <Skeleton className="h-48" />
        <Skeleton className="h-14" />
      </div>
    )
  }
  return (
    <div className="reading grid content-start gap-4 px-3 pb-6 pt-1 min-[22.5rem]:px-4 lg:px-6">
      {data.challenge ? (
        <CaptchaForm
          key={data.challenge.id}
          challenge={data.challenge}
          botWaits={data.botWaits}
          onRefused={() => void check.refetch()}
          onSolved={() => {
            setSolution({ botWaited: data.botWaits })
            void check.refetch()
          }}
        />
      ) : (
        <Done solved={solution} />
      )}
    </div>
  )
}

/** No check is pending: it was just solved, or there was none. */
function Done({ solved }: { solved: { botWaited: boolean } | null }) {
  const { t } = useWords()
  return (
    <>
      <output
        className={`flex items-start gap-3 rounded-[1.25rem] px-5 py-4 ${solved ? 'bg-sign text-on-sign' : 'bg-surface'}`}
      >
        <IconCircleCheck size={30} aria-hidden className={`mt-0.5 shrink-0 ${solved ? '' : 'text-green'}`} />
        <div className="min-w-0 flex-1">
          <p className="text-2xl font-extrabold leading-tight tracking-[-0.01em]">
            {t(solved ? 'check.solved' : 'check.nothing')}
          </p>
          <p className={`mt-1 leading-snug ${solved ? '' : 'text-muted'}`}>
            {t(
              solved === null
                ? 'check.nothing_text'
                : solved.botWaited
                  ? 'check.solved_bot'
                  : 'check.solved_text',
            )}
          </p>
        </div>
      </output>
      <ScreenLink screen={homeScreen(recallDriver())} className="act">
        {t('bot.open')}
      </ScreenLink>
    </>
  )
}

type Challenge = NonNullable<Outputs['platforms']['verification']['challenge']>

/** One check: the platform's text and picture unchanged, and a field for the answer. */
function CaptchaForm({
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
  const [isAsked, setAsked] = useState(false)
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
    : isAsked && answer.trim() === ''
      ? t('error.field.required')
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
        label={t('support.reply')}
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
        {t(send.isPending ? 'form.sending' : 'support.reply_send')}
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
