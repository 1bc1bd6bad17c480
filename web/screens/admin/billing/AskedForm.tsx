import { useEffect, useId, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useWords } from '../../../i18n.ts'
import { focusFault } from '../../../ui/focus-fault.ts'
import { submit } from '../../../ui/submit.ts'
import { Outcome } from '../Outcome.tsx'
import { ReasonField, useReason } from '../ReasonField.tsx'

type Asked = {
  title: string
  /** Its effect, shown before anything is tapped. */
  warning: ReactNode
  /** Fields above the reason. */
  children?: ReactNode
  go: string
  ask: string
  yes: string
  busy: boolean
  done: string | null
  error: Error | null
  /** Whether the fields above are valid; marks the invalid ones. */
  ready?: () => boolean
  /** Executes it; `forget` clears the form afterwards. */
  onGo: (reason: string, forget: () => void) => void
}

/** An operator's action with a reason and a confirmation. */
export function AskedForm({
  title,
  warning,
  children,
  go,
  ask,
  yes,
  busy,
  done,
  error,
  ready = () => true,
  onGo,
}: Asked) {
  const { t } = useWords()
  const id = useId()
  const reason = useReason()
  const [asking, setAsking] = useState(false)
  // The confirmation replaces the focused button and returns the focus to it.
  const button = useRef<HTMLButtonElement>(null)
  const endQuestion = () => {
    flushSync(() => setAsking(false))
    button.current?.focus()
  }
  return (
    <form
      noValidate
      className="console-act"
      aria-labelledby={id}
      onChange={() => setAsking(false)}
      onSubmit={submit((form) => {
        const hasReason = reason.ask()
        if (!ready() || !hasReason) focusFault(form)
        else if (!busy) setAsking(true)
      })}
    >
      <h3 id={id} className="text-lg font-extrabold">
        {title}
      </h3>
      <div className="accounting-warning">{warning}</div>
      {children}
      <ReasonField {...reason.field} />
      <Outcome done={done} error={error} />
      {asking ? (
        <Question
          ask={ask}
          yes={yes}
          onYes={() => {
            endQuestion()
            if (!busy) onGo(reason.text, reason.forget)
          }}
          onNo={endQuestion}
        />
      ) : (
        <button
          ref={button}
          type="submit"
          className="btn justify-self-start"
          data-strong="true"
          aria-disabled={busy}
        >
          {busy ? t('accounting.busy') : go}
        </button>
      )}
    </form>
  )
}

function Question({
  ask,
  yes,
  onYes,
  onNo,
}: {
  ask: string
  yes: string
  onYes: () => void
  onNo: () => void
}) {
  const { t } = useWords()
  const box = useRef<HTMLFieldSetElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <fieldset ref={box} tabIndex={-1} className="flex flex-wrap gap-2">
      <legend className="mb-2 font-bold">{ask}</legend>
      <button type="button" className="btn accounting-yes" onClick={onYes}>
        {yes}
      </button>
      <button type="button" className="btn" onClick={onNo}>
        {t('accounting.not_now')}
      </button>
    </fieldset>
  )
}
