import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { isOlder } from '@madruga/core/version.ts'
import { api } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import { SwitchRow } from '../../ui/SwitchRow.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { submit } from '../../ui/submit.ts'
import { Outcome } from './Outcome.tsx'
import { ReasonField, useReason } from './ReasonField.tsx'
import { refreshConsole } from './queries.ts'
import type { FleetView } from './queries.ts'

const VERSION = /^\d{1,4}\.\d{1,4}\.\d{1,4}$/

/** Opens or closes starts, and sets the oldest supported app. */
export function ServiceForm({ state, version }: { state: FleetView['state']; version: string }) {
  const { t } = useWords()
  // Untouched fields follow the service's changes.
  const [available, setAvailable] = useState<boolean | null>(null)
  const [minimum, setMinimum] = useState<string | null>(null)
  const reason = useReason()
  const serverAvailable = available ?? state.serverAvailable
  const minimumAppVersion = (minimum ?? state.minimumAppVersion).trim()
  const isVersion = VERSION.test(minimumAppVersion)
  // An existing value does not block other changes, for example after a rollback to an older release.
  const isServed = minimumAppVersion === state.minimumAppVersion || !isOlder(version, minimumAppVersion)
  const save = useMutation({
    mutationFn: () => api.admin.setService({ serverAvailable, minimumAppVersion, reason: reason.text }),
    onSuccess: () => {
      setAvailable(null)
      setMinimum(null)
      reason.forget()
      refreshConsole()
    },
  })
  return (
    <form
      noValidate
      className="card console-part"
      aria-labelledby="switches"
      onSubmit={submit(() => {
        if (reason.ask() && isVersion && isServed && !save.isPending) save.mutate()
      })}
    >
      <h2 id="switches">{t('fleet.switches')}</h2>
      <div className="console-switch">
        <SwitchRow
          label={t('fleet.available')}
          hint={t('fleet.available_text')}
          checked={serverAvailable}
          onChange={setAvailable}
        />
      </div>
      <TextField
        label={t('fleet.minimum')}
        hint={t('fleet.minimum_hint')}
        maxLength={14}
        value={minimum ?? state.minimumAppVersion}
        error={
          !isVersion
            ? t('fleet.minimum_wrong')
            : isServed
              ? undefined
              : t('error.admin.version_not_served', { version })
        }
        onChange={(event) => setMinimum(event.target.value)}
      />
      <ReasonField {...reason.field} />
      <Outcome done={save.data && !reason.tried ? t('admin.saved') : null} error={save.error} />
      <button
        type="submit"
        className="btn justify-self-start"
        data-strong="true"
        aria-disabled={save.isPending}
      >
        {t(save.isPending ? 'admin.saving' : 'admin.save')}
      </button>
    </form>
  )
}
