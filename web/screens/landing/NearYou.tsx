import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { readZip } from '@madruga/core/landing.ts'
import type { Variant } from '@madruga/core/offers.ts'
import { describeVariant, FIRST_VARIANT, WORK_WEEK_MINUTES } from '@madruga/core/variants.ts'
import { toProblem } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import { readLocal, writeLocal } from '../../local-store.ts'
import { payParts } from '../../pay.ts'
import { OtherPay } from '../../ui/OtherPay.tsx'
import { nearQuery } from './queries.ts'
import type { Near } from './queries.ts'

/** What the sample filter would have won this week near a ZIP code. */
export function NearYou({ variant }: { variant: Variant }) {
  const { t } = useWords()
  const { near, asked, error, ask, mend } = useNear()
  return (
    <div className="landing-near">
      <p className="landing-note">{t('landing.near_text', { days: near.data?.days ?? 7 })}</p>
      <Ask busy={near.isFetching} error={error} onAsk={(zip) => ask(zip, variant)} onChange={mend} />
      <output>
        {near.data && asked?.variant === variant && error === null && (
          <Found near={near.data} variant={asked.variant} />
        )}
      </output>
    </div>
  )
}

/** The question that was asked last, and its answer or why there is none. */
function useNear() {
  const { t, say } = useWords()
  const [request, setRequest] = useState<{ zip: string; variant: Variant } | null>(null)
  const [wrong, setWrong] = useState(false)
  const question = request ?? { zip: '', variant: FIRST_VARIANT }
  const near = useQuery({ ...nearQuery(question.zip, question.variant), enabled: request !== null })
  const problem = near.error ? toProblem(near.error) : null
  const refusal = problem && say(`error.${problem.code}`, problem.params)
  return {
    near,
    asked: request,
    error: wrong ? t('error.landing.zip_invalid') : refusal,
    /** Whether it is a ZIP code that can be asked for. */
    ask(text: string, variant: Variant): boolean {
      const zip = readZip(text)
      setWrong(zip === null)
      if (zip === null) return false
      writeLocal('zip', zip)
      setRequest({ zip, variant })
      return true
    },
    mend: () => setWrong(false),
  }
}

function Ask({
  busy,
  error,
  onAsk,
  onChange,
}: {
  busy: boolean
  error: string | null
  onAsk: (zip: string) => boolean
  onChange: () => void
}) {
  const { t } = useWords()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(() => readLocal('zip') ?? '')
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!onAsk(text)) field.current?.focus()
      }}
    >
      <label htmlFor={id}>{t('landing.zip')}</label>
      <div className="landing-ask">
        <input
          ref={field}
          id={id}
          name="zip"
          inputMode="numeric"
          autoComplete="postal-code"
          maxLength={10}
          value={text}
          aria-invalid={error !== null || undefined}
          aria-describedby={error === null ? undefined : `${id}-error`}
          onChange={(event) => {
            setText(event.target.value)
            onChange()
          }}
        />
        <button type="submit" className="btn" data-strong="true" aria-disabled={busy}>
          {t(busy ? 'landing.near_busy' : 'landing.near_go')}
        </button>
      </div>
      {error !== null && (
        <p id={`${id}-error`} role="alert" className="landing-error">
          {error}
        </p>
      )}
    </form>
  )
}

function Found({ near, variant }: { near: Near; variant: Variant }) {
  const words = useWords()
  const { t, number, hours } = words
  const { city, state, held, fit, nearest } = near
  const args = {
    city,
    state,
    miles: number(near.miles),
    days: near.days,
    considered: number(near.considered),
  }
  if (held.count === 0) {
    return (
      <p className="landing-found">
        {near.considered === 0 ? t('landing.near_unseen', args) : t('landing.near_none', args)}{' '}
        {nearest &&
          t('landing.near_nearest', {
            city: nearest.city,
            state: nearest.state,
            miles: number(nearest.miles),
          })}
      </p>
    )
  }
  const { payBasis } = held
  const pay = { payCents: Math.round(held.cents / 100) * 100, tipCents: 0, payBasis, currency: near.currency }
  return (
    <div className="landing-found">
      <p className="landing-sum">
        {pay.payCents > 0 && <b className="tnum">{payParts(words, pay, true).amount} </b>}
        {t(`landing.near_${describeVariant(variant).word}s`, {
          count: held.count,
          hours: hours(held.minutes * 60_000),
        })}
      </p>
      <OtherPay of={held} />
      <p>
        {t('landing.near_won', { ...args, fit: number(fit.count), week: hours(WORK_WEEK_MINUTES * 60_000) })}
      </p>
      <p className="landing-note">{t('landing.near_limits')}</p>
    </div>
  )
}
