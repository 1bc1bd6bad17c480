import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { api } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import { Segmented } from '../../ui/Segmented.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { submit } from '../../ui/submit.ts'
import { Outcome } from './Outcome.tsx'
import { ReasonField, useReason } from './ReasonField.tsx'
import { DRIVER_STATUSES, refreshConsole } from './queries.ts'
import type { DriverDetail } from './queries.ts'

/** An operator's actions on a driver. */
export function DriverActions({ driver }: { driver: DriverDetail }) {
  return (
    <>
      <Status driver={driver} />
      <Device driver={driver} />
      <EndSessions driver={driver} />
    </>
  )
}

function Status({ driver }: { driver: DriverDetail }) {
  const { t } = useWords()
  const name = useId()
  const [choice, setChoice] = useState<DriverDetail['status'] | null>(null)
  const reason = useReason()
  const status = choice ?? driver.status
  const change = useMutation({
    mutationFn: () => api.admin.setStatus({ id: driver.id, status, reason: reason.text }),
    onSuccess: () => {
      setChoice(null)
      reason.forget()
      refreshConsole()
    },
  })
  const notice = change.data
    ? t('drivers.changed', { status: t(`drivers.status.${change.data.status}`) })
    : null
  return (
    <form
      noValidate
      className="console-act"
      aria-labelledby={`${name}-title`}
      onSubmit={submit(() => reason.ask() && !change.isPending && change.mutate())}
    >
      <h3 id={`${name}-title`} className="text-lg font-extrabold">
        {t('drivers.set_status')}
      </h3>
      <p className="text-sm text-muted">{t('drivers.set_status_text')}</p>
      <Segmented
        label={t('drivers.set_status')}
        name={name}
        value={status}
        onChange={setChoice}
        choices={DRIVER_STATUSES.map((value) => ({ value, label: t(`drivers.status.${value}`) }))}
      />
      <ReasonField {...reason.field} />
      <Outcome done={notice} error={change.error} />
      <button
        type="submit"
        className="btn justify-self-start"
        data-strong="true"
        aria-disabled={change.isPending}
      >
        {t('drivers.change')}
      </button>
    </form>
  )
}

function Device({ driver }: { driver: DriverDetail }) {
  const { t } = useWords()
  const [input, setInput] = useState<string | null>(null)
  const value = input ?? driver.deviceId ?? ''
  const save = useMutation({
    mutationFn: () => api.admin.setDevice({ id: driver.id, deviceId: value.trim() || null }),
    onSuccess: () => {
      setInput(null)
      refreshConsole()
    },
  })
  return (
    <form noValidate className="console-act" onSubmit={submit(() => save.isPending || save.mutate())}>
      <TextField
        label={t('drivers.device')}
        hint={t('drivers.device_hint')}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => setInput(event.target.value)}
      />
      <Outcome
        done={save.isSuccess && input === null ? t('drivers.device_saved') : null}
        error={save.error}
      />
      <button type="submit" className="btn justify-self-start" aria-disabled={save.isPending}>
        {t('drivers.device_save')}
      </button>
    </form>
  )
}

function EndSessions({ driver }: { driver: DriverDetail }) {
  const { t } = useWords()
  const [asking, setAsking] = useState(false)
  const end = useMutation({
    mutationFn: () => api.admin.endSessions({ id: driver.id }),
    onSuccess: refreshConsole,
    onSettled: () => setAsking(false),
  })
  return (
    <div className="console-act">
      <Outcome done={end.data ? t('drivers.ended', { count: end.data.ended }) : null} error={end.error} />
      {asking ? (
        <fieldset className="flex flex-wrap gap-2">
          <legend className="mb-2 font-bold">{t('drivers.end_ask')}</legend>
          <button type="button" className="btn text-red" onClick={() => end.mutate()}>
            {t('drivers.end_yes')}
          </button>
          <button type="button" className="btn" onClick={() => setAsking(false)}>
            {t('drivers.end_no')}
          </button>
        </fieldset>
      ) : (
        <button type="button" className="btn justify-self-start" onClick={() => setAsking(true)}>
          {t('drivers.end')}
        </button>
      )}
    </div>
  )
}
