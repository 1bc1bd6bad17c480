import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Waiting } from '@madruga/core/events.ts'
import { announce } from '../../announce.ts'
import { api, toProblem } from '../../client.ts'
import { useServerTime } from '../../clock.ts'
import { useWords } from '../../i18n.ts'
import { onLines } from '../../live.ts'
import { sayLength, sayPay } from '../../pay.ts'
import { queryClient } from '../../queries.ts'
import { Notice } from '../../ui/Notice.tsx'
import { PayAmount } from '../../ui/PayAmount.tsx'
import { outcomeNote } from '../offers/entry.ts'
import { describeRules } from '../offers/rules.ts'
import { placeOf } from '../offers/verdict.ts'
import { confirmationsQuery } from './confirmations.ts'
import type { Confirmation } from './confirmations.ts'
import { noteSeenWaiting, useSeenWaiting } from './seen-waiting.ts'
import { StationPlate } from '../../ui/StationPlate.tsx'

/** How long the result of an answer is shown. */
const TOLD_MS = 8_000

/** The confirmation request, the most urgent first, on every screen of the app. */
export function Confirmations({ confirmations }: { confirmations: readonly Confirmation[] }) {
  const { say } = useWords()
  const now = useServerTime(1_000)
  const seenIds = useSeenWaiting()
  const waiting = confirmations.filter(({ state }) => state === 'waiting')
  const open =
    confirmations.find(({ state, expiresAt }) => state === 'yes' || (state === 'open' && expiresAt > now)) ??
    waiting.find(({ id }) => !seenIds.includes(id))
  const [notice, setNotice] = useMissed()
  const [problem, setProblem] = useState<string | null>(null)
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-0 z-40 flex justify-center px-2 pb-[calc(0.5rem+env(safe-area-inset-bottom))] lg:inset-x-auto lg:bottom-6 lg:right-6">
      <div className="pointer-events-auto grid w-full max-w-[30rem] gap-2 lg:w-[28rem]">
        {notice !== null && (
          <Notice kind="bad" onClose={() => setNotice(null)}>
            {notice}
          </Notice>
        )}
        {problem !== null && (
          <Notice kind="bad" onClose={() => setProblem(null)}>
            {problem}
          </Notice>
        )}
        {open && (
          <ConfirmationCard
            key={open.id}
            confirmation={open}
            now={now}
            onRefused={(error) => setProblem(say(`error.${toProblem(error).code}`))}
            onSeen={() =>
              noteSeenWaiting([...waiting.map(({ id }) => id).filter((id) => seenIds.includes(id)), open.id])
            }
          />
        )}
      </div>
    </div>
  )
}

/** Why an accepted request was missed, shown for a while; a win shows its own banner. */
function useMissed(): [string | null, (told: string | null) => void] {
  const words = useWords()
  const [notice, setNotice] = useState<string | null>(null)
  const take = useEffectEvent((lines: Parameters<Parameters<typeof onLines>[0]>[0]) => {
    const confirmations = queryClient.getQueryData(confirmationsQuery.queryKey) ?? []
    for (const line of lines) {
      if (line.type !== 'offer.missed') continue
      const { offer } = line.data
      if (!confirmations.some((confirmation) => isTaken(confirmation) && confirmation.offer.id === offer.id))
        continue
      const text = words.t('confirmation.missed', { why: outcomeNote(words, line) })
      setNotice(text)
      announce(text)
    }
  })
  useEffect(() => onLines((lines) => take(lines)), [])
  useEffect(() => {
    if (notice === null) return
    const timer = setTimeout(() => setNotice(null), TOLD_MS)
    return () => clearTimeout(timer)
  }, [notice])
  return [notice, setNotice]
}

/** Whether the driver said yes, and the offer is not decided. */
function isTaken({ state }: Confirmation): boolean {
  return state === 'yes' || state === 'waiting'
}

function ConfirmationCard({
  confirmation,
  now,
  onRefused,
  onSeen,
}: {
  confirmation: Confirmation
  now: number
  onRefused: (error: unknown) => void
  /** The driver has read that it waits. */
  onSeen: () => void
}) {
  const words = useWords()
  const { t } = words
  const { offer, stationCode, stationName, timeZone } = confirmation
  const pay = sayPay(words, offer)
  const when = `${words.dayTime(offer.startAt)}${words.there(offer.startAt, timeZone ?? undefined)}`
  const length = sayLength(words, offer)
  const card = useRef<HTMLElement>(null)
  const { waiting } = confirmation
  const appear = useEffectEvent(() => {
    if (waiting !== null) return
    announce(t('confirmation.announce', { station: stationCode, when, hours: length, pay }))
    // A driver who is typing or reading is not interrupted; an idle one gets the focus moved.
    if (document.activeElement === document.body) card.current?.focus({ preventScroll: true })
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([80, 60, 80])
  })
  useEffect(() => appear(), [])
  const answer = useAnswer(confirmation, onRefused)
  const taking = confirmation.state === 'yes' || (answer.isPending && answer.variables)
  return (
    <section
      ref={card}
      tabIndex={-1}
      aria-labelledby={`confirmation-${confirmation.id}`}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-3xl border-2 border-amber bg-surface p-4 text-text shadow-[0_12px_40px_var(--shade)] outline-none"
    >
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 id={`confirmation-${confirmation.id}`} className="text-xl font-extrabold tracking-[-0.01em]">
            {t(waiting === null ? 'confirmation.title' : 'confirmation.waiting')}
          </h2>
          <p className="mt-1 flex items-center gap-2">
            <StationPlate of={stationCode} look="shrink-0" />
            <span className="truncate text-muted">{stationName === stationCode ? '' : stationName}</span>
          </p>
        </div>
        {waiting === null && <Ring from={confirmation.askedAt} to={confirmation.expiresAt} now={now} />}
      </div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <p className="text-lg font-bold">
          {when}, {length}
        </p>
        <p className="tnum text-right text-3xl font-extrabold leading-none">
          <PayAmount pay={offer} />
        </p>
      </div>
      {waiting === null ? (
        <>
          <FailedRules confirmation={confirmation} />
          <Answers taking={taking} busy={answer.isPending} onAnswer={answer.mutate} />
        </>
      ) : (
        <Waits waiting={waiting} onSeen={onSeen} />
      )}
    </section>
  )
}

/** Answers a request; one that was taken stays until its outcome is known. */
function useAnswer(confirmation: Confirmation, onRefused: (error: unknown) => void) {
  return useMutation({
    mutationFn: (take: boolean) => api.bot.answerConfirmation({ id: confirmation.id, take }),
    onSuccess: (next) =>
      queryClient.setQueryData(confirmationsQuery.queryKey, (confirmations) =>
        (confirmations ?? []).flatMap((each) => (each.id !== next.id ? [each] : isTaken(next) ? [next] : [])),
      ),
    onError: onRefused,
    onSettled: () => queryClient.invalidateQueries({ queryKey: confirmationsQuery.queryKey }),
  })
}

/** What the platform has yet to decide; a win has its sign, and a loss its notice, whenever they come. */
function Waits({ waiting, onSeen }: { waiting: Waiting; onSeen: () => void }) {
  const { t } = useWords()
  const reason = useRef<HTMLParagraphElement>(null)
  const appear = useEffectEvent(() => announce(reason.current?.textContent ?? ''))
  useEffect(() => appear(), [])
  return (
    <>
      <p ref={reason} className="rounded-2xl bg-surface-2 px-4 py-2.5">
        <b>{t(`waiting.${waiting}`)}.</b> {t(`blocks.waiting_text.${waiting}`)}
      </p>
      <button type="button" className="act" data-quiet="true" onClick={onSeen}>
        {t('shell.ok')}
      </button>
    </>
  )
}

/** The rules of the filter that the offer fails. */
function FailedRules({ confirmation }: { confirmation: Confirmation }) {
  const words = useWords()
  const { stationCode, offer } = confirmation
  const rules = describeRules(words, confirmation.rules, placeOf(offer, stationCode))
  if (rules.length === 0) return null
  return (
    <div className="rounded-2xl bg-surface-2 px-4 py-2.5 text-sm">
      <p className="font-bold">{words.t('confirmation.fails')}</p>
      <ul>
        {rules.map((rule) => (
          <li key={rule.rule} className="flex flex-wrap justify-between gap-x-3">
            <span>{rule.label}</span>
            <span className="tnum">
              <b>{rule.value}</b>
              {rule.limit !== '' && <span className="text-muted"> ({rule.limit})</span>}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Answers({
  taking,
  busy,
  onAnswer,
}: {
  taking: boolean
  busy: boolean
  onAnswer: (take: boolean) => void
}) {
  const { t } = useWords()
  if (taking)
    return (
      <output className="act" data-quiet="true">
        {t('confirmation.taking')}
      </output>
    )
  return (
    <div className="grid grid-cols-2 gap-2">
      <button type="button" className="act" aria-disabled={busy} onClick={() => busy || onAnswer(true)}>
        {t('confirmation.take')}
      </button>
      <button
        type="button"
        className="act"
        data-quiet="true"
        aria-disabled={busy}
        onClick={() => busy || onAnswer(false)}
      >
        {t('confirmation.leave')}
      </button>
    </div>
  )
}

const RADIUS = 24
const ROUND = 2 * Math.PI * RADIUS

/** The time left as an emptying ring with its seconds in the middle. */
function Ring({ from, to, now }: { from: number; to: number; now: number }) {
  const { t, number } = useWords()
  const seconds = Math.max(0, Math.ceil((to - now) / 1_000))
  const share = Math.min(1, Math.max(0, (to - now) / Math.max(1, to - from)))
  return (
    <div className="relative grid size-14 shrink-0 place-items-center" role="timer">
      <svg viewBox="0 0 56 56" className="absolute inset-0 -rotate-90" aria-hidden>
        <circle cx="28" cy="28" r={RADIUS} fill="none" stroke="var(--line)" strokeWidth="5" />
        <circle
          cx="28"
          cy="28"
          r={RADIUS}
          fill="none"
          stroke="var(--amber)"
          strokeWidth="5"
          strokeLinecap="round"
          strokeDasharray={ROUND}
          strokeDashoffset={ROUND * (1 - share)}
          className="transition-[stroke-dashoffset] duration-1000 ease-linear motion-reduce:transition-none"
        />
      </svg>
      <span className="tnum text-lg font-extrabold" aria-hidden>
        {number(seconds)}
      </span>
      <span className="sr-only">{t('confirmation.seconds', { count: seconds })}</span>
    </div>
  )
}
