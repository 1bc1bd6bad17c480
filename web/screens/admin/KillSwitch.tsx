import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import { HoldButton } from '../../ui/HoldButton.tsx'
import { Outcome } from './Outcome.tsx'
import { ReasonField } from './ReasonField.tsx'
import { refreshConsole } from './queries.ts'

/** Stops every bot at once, or allows starts again; either with a reason. */
export function KillSwitch({ killed }: { killed: boolean }) {
  const { t } = useWords()
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const change = useMutation({
    mutationFn: (next: boolean) => api.admin.kill({ killed: next, reason: reason.trim() }),
    onSuccess: () => {
      setReason('')
      refreshConsole()
    },
  })
  const allowed = () => {
    const empty = reason.trim() === ''
    setMissing(empty)
    if (empty) field.current?.focus()
    return !empty && !change.isPending
  }
  const done = change.data ? t(change.data.killed ? 'fleet.kill_done' : 'fleet.kill_lifted') : null
  return (
    <section className="card console-part" aria-labelledby="kill">
      <h2 id="kill">{t('fleet.kill')}</h2>
      <p className="console-lamp" data-on={killed}>
        {t(killed ? 'fleet.kill_on' : 'fleet.kill_off')}
      </p>
      <p className="text-muted">{t(killed ? 'fleet.kill_on_text' : 'fleet.kill_off_text')}</p>
      <ReasonField
        ref={field}
        reason={reason}
        missing={missing && reason.trim() === ''}
        onChange={setReason}
      />
      <Outcome done={done} error={change.error} />
      {killed ? (
        <button type="button" className="act" onClick={() => allowed() && change.mutate(false)}>
          {t('fleet.kill_lift')}
        </button>
      ) : (
        <HoldButton
          danger
          label={t('fleet.kill_hold')}
          ask={t('fleet.kill_ask')}
          yes={t('fleet.kill_yes')}
          no={t('fleet.kill_no')}
          allowed={allowed}
          onDone={() => change.mutate(true)}
        />
      )}
    </section>
  )
}
