import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { announce } from '../../announce.ts'
import { api, toProblem } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import { readLocal, writeLocal } from '../../local-store.ts'
import { queryClient } from '../../queries.ts'
import { useStoredDraft } from '../../ui/use-stored-draft.ts'
import { checkAlerts, readAlertDraft, sameAlerts, toAlertFields, toAlerts } from './alerts.ts'
import type { AlertField, AlertFields, Alerts } from './alerts.ts'
import { alertsQuery } from './queries.ts'

/** The form of the alert settings: choices survive a refusal, a reload and a lost connection. */
export function useAlertsForm(driverId: string, saved: Alerts) {
  const { t } = useWords()
  const key = `draft.alerts.${driverId}`
  const clean = toAlertFields(saved)
  /** Null while nothing differs: the saved settings are shown, and newer ones too. */
  const [edited, setEdited] = useState(() => readAlertDraft(readLocal(key), clean))
  const [restored, setRestored] = useState(edited !== null)
  const [faults, setFaults] = useState<readonly AlertField[]>([])
  const fields = edited ?? clean
  const dirty = !sameAlerts(fields, clean)

  useStoredDraft(key, dirty ? edited : null)

  const mutation = useMutation({
    mutationFn: (settings: Alerts) => api.notify.saveSettings({ settings }),
    onSuccess: ({ settings }) => {
      queryClient.setQueryData(alertsQuery.queryKey, (known) => known && { ...known, settings })
      // E-mail and call are also the profile's switches.
      void queryClient.invalidateQueries({ queryKey: ['profile'] })
      setEdited(null)
      writeLocal(key, null)
      announce(t('alerts.saved_say'))
    },
  })

  return {
    fields,
    dirty,
    faults,
    restored: restored && dirty,
    saving: mutation.isPending,
    problem: mutation.error ? toProblem(mutation.error) : null,
    change(part: Partial<AlertFields>) {
      const next = { ...fields, ...part }
      setEdited(next)
      if (faults.length > 0) setFaults(checkAlerts(next))
    },
    save() {
      setRestored(false)
      const found = checkAlerts(fields)
      setFaults(found)
      if (found.length === 0) {
        if (!mutation.isPending) mutation.mutate(toAlerts(fields))
        return
      }
      announce(t('alerts.fix', { count: found.length }))
      requestAnimationFrame(() =>
        document.querySelector('[aria-invalid="true"]')?.scrollIntoView({ block: 'center' }),
      )
    },
    /** Discards the choices. */
    discard() {
      setEdited(null)
      setFaults([])
      setRestored(false)
      mutation.reset()
    },
  }
}
export type AlertsForm = ReturnType<typeof useAlertsForm>
